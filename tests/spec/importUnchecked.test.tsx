import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { products } from '#server/db/schema.ts';
import { hold } from '#tests/support/hold.ts';
import { useScreens } from '#tests/support/screen.tsx';
import { csvOf } from '#tests/support/tables.ts';

const { server, open, answer, complaints } = useScreens();
const IMPORT = '*/api/products/import/nomenclature';

const openPage = async () => {
  const { user } = await open('/content/nomenclature/import');
  await screen.findByRole('heading', { name: 'Перетащите таблицу сюда' });
  return user;
};
const rows = [
  ['Артикул', 'Название'],
  ['A-1', 'Квас'],
];
const send = (user: UserEvent) =>
  user.upload(screen.getByLabelText('Выбрать файл', { selector: 'input' }), new File([csvOf(rows)], 'товары.csv'));

describe('§2 The preview of an import', () => {
  it('[B332] a preview that fails is no end: the table is checked again, or imported all the same', async () => {
    const user = await openPage();
    answer(http.post(`${IMPORT}/preview`, () => HttpResponse.json({ code: 504, message: '' }, { status: 504 })));
    await send(user);
    const heading = await screen.findByRole('heading', { name: 'Проверить таблицу не удалось' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(screen.getByRole('alert')).toHaveTextContent(/./);
    await user.click(screen.getByRole('button', { name: 'Проверить ещё раз' }));
    await screen.findByRole('heading', { name: 'Проверить таблицу не удалось' });
    await user.click(screen.getByRole('button', { name: 'Импортировать без проверки' }));
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' }, { timeout: 20_000 })).toBeVisible();
    expect(await server().db.select().from(products)).toHaveLength(1);
  });

  it('[B332] while a table is being read nothing is the main action', async () => {
    const user = await openPage();
    const reading = hold();
    answer(
      http.post(`${IMPORT}/preview`, async () => {
        await reading.released;
      }),
    );
    await send(user);
    const atOnce = await screen.findByRole('button', { name: 'Импортировать без проверки' });
    expect(atOnce).toBeVisible();
    expect(screen.getByRole('main').querySelector('[data-variant=contained]')).toBeNull();
    reading.release();
    expect(await screen.findByRole('heading', { name: 'Что сделает импорт' })).toBeVisible();
  });

  it('[B440] a start that fails keeps the file and its preview, and turns the button that was pressed', async () => {
    const user = await openPage();
    const starting = hold();
    answer(
      http.post(
        IMPORT,
        async () => {
          await starting.released;
          return HttpResponse.json({ code: 500, message: '' }, { status: 500 });
        },
        { once: true },
      ),
    );
    await send(user);
    const start = await screen.findByRole('button', { name: 'Импортировать' });
    await user.click(start);
    expect(start).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByRole('button', { name: 'Импортировать без проверки' })).not.toBeInTheDocument();
    starting.release();
    const failure = 'Начать импорт не удалось, файл остался выбранным';
    expect(await screen.findByText(failure, { exact: false })).toBeVisible();
    expect(screen.getByText(/товары\.csv/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Импортировать' }));
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' }, { timeout: 20_000 })).toBeVisible();
    expect(complaints()).toHaveLength(1);
  });

  it('[B440] so does one without a check', async () => {
    const user = await openPage();
    const failed = () => HttpResponse.json({ code: 500, message: '' }, { status: 500 });
    answer(http.post(`${IMPORT}/preview`, failed), http.post(IMPORT, failed, { once: true }));
    await send(user);
    const atOnce = await screen.findByRole('button', { name: 'Импортировать без проверки' });
    await screen.findByRole('heading', { name: 'Проверить таблицу не удалось' });
    await user.click(atOnce);
    await screen.findByRole('heading', { name: 'Начать импорт не удалось, файл остался выбранным' });
    await user.click(screen.getByRole('button', { name: 'Импортировать без проверки' }));
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' }, { timeout: 20_000 })).toBeVisible();
    expect(complaints()).toHaveLength(2);
  });
});
