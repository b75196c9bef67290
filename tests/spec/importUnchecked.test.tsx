import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { products } from '#server/db/schema.ts';
import { hold } from '#tests/support/hold.ts';
import { useScreens } from '#tests/support/screen.tsx';
import { csvOf } from '#tests/support/tables.ts';

const { server, open, answer } = useScreens();
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
});
