import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { importProfiles } from '#server/db/schema.ts';
import { addBrand } from '#tests/support/importing.ts';
import { usePreparedScreens } from '#tests/support/preparedScreen.ts';

const { server, openPage, send, title, counted } = usePreparedScreens();

const WAIT = { timeout: 20_000 };

describe('§2 Values that a field does not know', () => {
  it('[I846] are listed at once where they are few, replaced with the input of the field in all their rows, or left empty, and remembered', async () => {
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
    expect(await screen.findByText(/^Бренд: незнакомых значений — 2/, {}, WAIT)).toBeVisible();
    const brands = within(await screen.findByRole('list', { name: 'Незнакомые значения: Бренд' }));
    const foreign = within(await brands.findByRole('listitem', { name: 'Coca Cola' }));
    expect(foreign.getByText('2 строки')).toBeVisible();
    await user.click(foreign.getByRole('combobox', { name: 'Бренд' }));
    await user.click(await screen.findByRole('option', { name: 'Кока-Кола' }));
    await counted('Все 3', 'Новые 1', 'Изменятся 0', 'Без изменений 0', 'С ошибками 2', 'Исключены 0');
    const other = within(await brands.findByRole('listitem', { name: 'Noname' }));
    await user.click(other.getByRole('button', { name: 'Не заполнять' }));
    await counted('Все 3', 'Новые 2', 'Изменятся 0', 'Без изменений 0', 'С ошибками 1', 'Исключены 0');

    const word = within(await screen.findByRole('listitem', { name: 'ага' }, WAIT));
    await user.click(word.getByRole('button', { name: 'Да' }));
    await counted('Все 3', 'Новые 3', 'Изменятся 0', 'Без изменений 0', 'С ошибками 0', 'Исключены 0');
    expect(screen.queryByText(/незнакомых значений/)).not.toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Настроить столбцы' }));
    await user.type(await screen.findByRole('textbox', { name: 'Поставщик' }), 'Ромашка');
    await user.click(screen.getByRole('button', { name: 'Запомнить столбцы' }));
    expect(await screen.findByText('Запомнили', {}, WAIT)).toHaveAttribute('role', 'status');
    const [profile] = await server().db.select().from(importProfiles);
    const brand = profile?.arrangement.columns.find(({ field }) => field === 'brand_id');
    expect(brand?.values).toEqual({ 'Coca Cola': 'Кока-Кола', Noname: null });
  });
});
