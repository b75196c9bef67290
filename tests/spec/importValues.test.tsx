import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { importProfiles, preparedImports } from '#server/db/schema.ts';
import { addBrand } from '#tests/support/importing.ts';
import { PREPARED_CALL, usePreparedScreens } from '#tests/support/preparedScreen.ts';

const { server, answer, open, openPage, send, title, counted, rowAt } = usePreparedScreens();

const openBrands = async (user: UserEvent) => {
  await user.click(await screen.findByRole('button', { name: 'Разобрать' }));
  return within(await screen.findByRole('list', { name: 'Незнакомые значения: Бренд' }));
};

describe('§2 Values that a field does not know', () => {
  it('[I846] [I950] take one line that opens them, are replaced with the input of the field in all their rows, or left empty, and remembered', async () => {
    await addBrand(server(), 'Кока-Кола');
    const user = await openPage();
    await send(user, [
      ['Артикул', 'Название', 'Бренд', 'Весовой'],
      ['A-1', 'Кола', 'Coca Cola', 'да'],
      ['A-2', 'Кола без сахара', 'Coca Cola', 'ага'],
      ['A-3', 'Вода', 'Noname', 'нет'],
    ]);
    await title();
    await counted('Все 3', 'Новые 0', 'Изменятся 0', 'Без изменений 0', 'С ошибками 3', 'Исключены 0');
    expect(await screen.findByText('3 незнакомых значения: Бренд — 2, Весовой — 1')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Разобрать' }));
    const brands = within(await screen.findByRole('list', { name: 'Незнакомые значения: Бренд' }));
    const foreign = within(await brands.findByRole('listitem', { name: 'Coca Cola' }));
    expect(foreign.getByText('2 строки')).toBeVisible();
    await user.click(foreign.getByRole('combobox', { name: 'Бренд' }));
    await user.click(await screen.findByRole('option', { name: 'Кока-Кола' }));
    const other = within(await brands.findByRole('listitem', { name: 'Noname' }));
    await waitFor(() => expect(brands.queryByRole('listitem', { name: 'Coca Cola' })).not.toBeInTheDocument());
    await user.click(other.getByRole('button', { name: 'Не заполнять' }));
    const word = within(await screen.findByRole('listitem', { name: 'ага' }));
    await user.click(word.getByRole('button', { name: 'Да' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { name: 'Что сделает импорт' })).toHaveFocus();
    await counted('Все 3', 'Новые 3', 'Изменятся 0', 'Без изменений 0', 'С ошибками 0', 'Исключены 0');
    expect(screen.queryByText(/незнаком/)).not.toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Настроить столбцы' }));
    await user.type(await screen.findByRole('textbox', { name: 'Поставщик' }), 'Ромашка');
    await user.click(screen.getByRole('button', { name: 'Запомнить столбцы' }));
    expect(await screen.findByText('Запомнили')).toHaveAttribute('role', 'status');
    const [profile] = await server().db.select().from(importProfiles);
    const brand = profile?.mapping.columns.find(({ field }) => field === 'brand_id');
    expect(brand?.values).toEqual({ 'Coca Cola': 'Кока-Кола', Noname: null });
  });

  it('[I958] leave the list once their decision is saved, while the list is still being read again', async () => {
    const user = await openPage();
    await send(user, [
      ['Артикул', 'Название', 'Бренд'],
      ['A-1', 'Кола', 'Coca Cola'],
      ['A-2', 'Вода', 'Noname'],
    ]);
    const brands = await openBrands(user);
    const first = within(await brands.findByRole('listitem', { name: 'Coca Cola' }));
    let isRead = (): void => {};
    answer(
      http.get(
        `${PREPARED_CALL}/:id/values`,
        () => new Promise<undefined>(resolve => (isRead = () => resolve(undefined))),
      ),
    );
    await user.click(first.getByRole('button', { name: 'Не заполнять' }));
    await waitFor(() => expect(brands.queryByRole('listitem', { name: 'Coca Cola' })).toBeNull());
    expect(brands.getByRole('listitem', { name: 'Noname' })).toBeVisible();
    await waitFor(() => expect(document.activeElement?.firstElementChild).toHaveAccessibleName(/Бренд/));
    isRead();
  });

  it('[I942] are added to the reference one by one or all the others at once, and both can be taken back', async () => {
    const user = await openPage();
    await send(user, [
      ['Артикул', 'Название', 'Бренд'],
      ['A-1', 'Кола', 'Coca Cola'],
      ['A-2', 'Вода', 'Noname'],
      ['A-3', 'Сок', 'Север'],
      ['A-4', 'Морс', 'Юг'],
    ]);
    await title();
    const brands = await openBrands(user);
    const one = within(await brands.findByRole('listitem', { name: 'Coca Cola' }));
    await user.click(one.getByRole('button', { name: 'Добавить в справочник' }));
    const other = within(await brands.findByRole('listitem', { name: 'Noname' }));
    await user.click(other.getByRole('button', { name: 'Не заполнять' }));
    await user.click(await screen.findByRole('button', { name: 'Остальные добавить в справочник (2)' }));
    await counted('Все 4', 'Новые 4', 'Изменятся 0', 'Без изменений 0', 'С ошибками 0', 'Исключены 0');
    expect(screen.queryByText(/незнаком/)).not.toBeInTheDocument();
    const added = 'Импорт добавит в справочники — Бренды (3): «Coca Cola», «Север», «Юг»';
    expect(await screen.findByText(added)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Показать исправления' }));
    expect(await screen.findByText('Coca Cola (новое в справочнике)')).toBeVisible();
  });

  it('[I952] are remembered as synonyms when all alike cells are corrected in the grid, unless the box is unticked', async () => {
    await addBrand(server(), 'Кока-Кола');
    const user = await openPage();
    await send(user, [
      ['Артикул', 'Название', 'Бренд'],
      ['A-1', 'Кола', 'Coca Cola'],
      ['A-2', 'Кола без сахара', 'Coca Cola'],
    ]);
    await title();
    await counted('Все 2', 'Новые 0', 'Изменятся 0', 'Без изменений 0', 'С ошибками 2', 'Исключены 0');
    await screen.findByRole('button', { name: 'Разобрать' });
    await user.click(within(await rowAt('2, ошибка')).getByText('Coca Cola'));
    const cell = within(await screen.findByRole('dialog', { name: 'Строка 2: Бренд' }));
    await user.click(cell.getByRole('combobox', { name: 'Бренд' }));
    await user.click(await screen.findByRole('option', { name: 'Кока-Кола' }));
    expect(cell.queryByRole('checkbox', { name: /^Запомнить/ })).not.toBeInTheDocument();
    await user.click(await cell.findByRole('checkbox', { name: /^Во всех строках/ }));
    expect(cell.getByRole('checkbox', { name: /^Запомнить замен/ })).toBeChecked();
    await user.click(cell.getByRole('button', { name: 'Исправить' }));
    await counted('Все 2', 'Новые 2', 'Изменятся 0', 'Без изменений 0', 'С ошибками 0', 'Исключены 0');
    const [kept] = await server().db.select().from(preparedImports);
    expect(kept?.corrections.alike).toEqual([
      { field: 'brand_id', was: 'Coca Cola', text: 'Кока-Кола', is_synonym: true },
    ]);
  });

  it('[I945] are remembered as synonyms when a value is chosen, unless the box is unticked, and shown with the value', async () => {
    await addBrand(server(), 'Кока-Кола');
    const user = await openPage();
    await send(user, [
      ['Артикул', 'Название', 'Бренд'],
      ['A-1', 'Кола', 'Coca Cola'],
      ['A-2', 'Вода', 'Cola'],
    ]);
    await title();
    const brands = await openBrands(user);
    const choose = async (text: string) => {
      const item = within(await brands.findByRole('listitem', { name: text }));
      await user.click(item.getByRole('combobox', { name: 'Бренд' }));
      await user.click(await screen.findByRole('option', { name: 'Кока-Кола' }));
    };
    await choose('Coca Cola');
    await user.click(await screen.findByRole('checkbox', { name: /^Запомнить замены как синонимы/ }));
    await choose('Cola');
    await counted('Все 2', 'Новые 2', 'Изменятся 0', 'Без изменений 0', 'С ошибками 0', 'Исключены 0');
    await user.click(screen.getByRole('button', { name: 'Импортировать' }));
    await screen.findByText('100 %');
    await open('/content/settings/reference/brand/1/edit', 'admin');
    expect(await screen.findByRole('textbox', { name: 'Синонимы' })).toHaveValue('Coca Cola');
  });
});
