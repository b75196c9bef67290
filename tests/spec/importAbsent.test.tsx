import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { importProfiles, products } from '#server/db/schema.ts';
import { addBrand } from '#tests/support/importing.ts';
import { PAGE, usePreparedScreens } from '#tests/support/preparedScreen.ts';
import { recordIn } from '#tests/support/samples.ts';

const { server, open, openPage, send, title, counted, start } = usePreparedScreens();

const scope = () => screen.findByRole('combobox', { name: 'Товары, которых нет в файле' });
const counts = (unchanged: number) => [
  `Все ${unchanged}`,
  'Новые 0',
  'Изменятся 0',
  `Без изменений ${unchanged}`,
  'С ошибками 0',
  'Исключены 0',
];

const begin = async (inFile: number) => {
  await addBrand(server(), 'Росток');
  const admin = await server().as('admin');
  for (let at = 1; at <= 5; at += 1)
    recordIn(await admin('POST', '/products', { name: `Товар ${at}`, sku: `A-${at}`, brand_id: 1 }));
  const user = await openPage();
  const rows = Array.from({ length: inFile }, (_, at) => [`A-${at + 1}`, `Товар ${at + 1}`]);
  await send(user, [['Артикул', 'Название'], ...rows]);
  await title();
  await counted(...counts(inFile));
  return user;
};

/** The choice is shown before the server has it, which counts once more then; meanwhile the button does nothing. */
const pressUntilAsked = async (user: UserEvent, title: string) => {
  await waitFor(async () => {
    if (!screen.queryByRole('dialog')) await user.click(start());
    expect(screen.getByRole('dialog', { name: title })).toBeVisible();
  });
  return within(screen.getByRole('dialog', { name: title }));
};

describe('§2 Goods that a table does not have', () => {
  it('[I870] [I872] are looked for when asked, listed with links, and archived when chosen', async () => {
    const user = await begin(3);
    await waitFor(() => expect(start()).toBeDisabled());
    await user.selectOptions(await scope(), 'Тех же брендов, что в файле');
    await screen.findByText(/2 товара есть в каталоге, но не в файле, из 5 ожидаемых/);
    await waitFor(() => expect(start()).toBeDisabled());
    await user.click(screen.getByRole('button', { name: 'Показать товары' }));
    const list = within(await screen.findByRole('dialog', { name: 'Есть в каталоге, но не в файле' }));
    const link = await list.findByRole('link', { name: 'Товар 4' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(list.getByText('A-5')).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Закрыть' }));
    await user.click(await screen.findByRole('button', { name: 'Убрать в архив' }));
    await waitFor(() => expect(start()).toBeEnabled());
    await user.click(start());
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' })).toBeVisible();
    expect(await screen.findByText('Убрано в архив')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Скачать отчёт' })).toBeVisible();
    const archived = await server().db.$count(products, eq(products.status, 'archived'));
    expect(archived).toBe(2);
  });

  it('[I875] most of them are archived only after a second question', async () => {
    const user = await begin(2);
    await user.selectOptions(await scope(), 'Тех же брендов, что в файле');
    await user.click(await screen.findByRole('button', { name: 'Убрать в архив' }));
    const question = await pressUntilAsked(user, 'Убрать в архив 3 из 5 товаров?');
    await user.click(question.getByRole('button', { name: 'Отмена' }));
    expect(await server().db.$count(products, eq(products.status, 'archived'))).toBe(0);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const again = await pressUntilAsked(user, 'Убрать в архив 3 из 5 товаров?');
    await user.click(again.getByRole('button', { name: 'Импортировать и убрать в архив' }));
    await screen.findByRole('heading', { name: 'Импорт завершён' });
    expect(await server().db.$count(products, eq(products.status, 'archived'))).toBe(3);
  });

  it('[I879] a run by a profile leads to the next upload by it', async () => {
    const user = await begin(3);
    await user.selectOptions(await scope(), 'Тех же брендов, что в файле');
    await user.click(await screen.findByRole('button', { name: 'Убрать в архив' }));
    await user.click(screen.getByRole('button', { name: 'Настроить столбцы' }));
    await user.type(await screen.findByLabelText('Поставщик'), 'Ромашка');
    await user.click(screen.getByRole('button', { name: 'Запомнить столбцы' }));
    await waitFor(async () => expect(await server().db.$count(importProfiles)).toBe(1));
    await waitFor(() => expect(start()).toBeEnabled());
    await user.click(start());
    await user.click(await screen.findByRole('link', { name: 'Ещё раз по «Ромашка»' }));
    await screen.findByText('Следующий файл прочитаем, как у поставщика «Ромашка»');
    await send(user, [
      ['Артикул', 'Название', 'Прочее'],
      ['A-1', 'Товар 1', 'x'],
    ]);
    expect(await screen.findByText('Столбцы как у поставщика «Ромашка»')).toBeVisible();
    await open(`${PAGE}?by=1`, 'admin');
    await user.click(await screen.findByRole('button', { name: 'Читать как обычно' }));
    await waitFor(() => expect(screen.queryByText(/Следующий файл прочитаем/)).not.toBeInTheDocument());
  });
});
