import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { addProducts, addValues } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

const box = (name: string) => screen.getByRole('textbox', { name });
const picker = (name: string) => screen.getByRole('combobox', { name });
/** What the open list offers. */
const offered = async () =>
  within(await screen.findByRole('listbox'))
    .getAllByRole('option')
    .map(option => option.textContent);
const stored = async () => (await (await server().as('admin'))('GET', '/products/1')).result;
const pick = async (user: UserEvent, name: string, typed: string, option: string) => {
  await user.type(picker(name), typed);
  await user.click(await screen.findByRole('option', { name: option }));
};
const save = async (user: UserEvent) => {
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await screen.findByText('Сохранено');
};

describe('Kinds of fields', () => {
  it('[L15, E7, K12] each is typed in a form, kept by the server and shown in the editor', async () => {
    const [brand] = await addValues(server(), 'brand', 'Своя полка', 'Дальний обоз');
    await addValues(server(), 'unit', 'Штука');
    const { user } = await open('/content/nomenclature/new');
    await screen.findByRole('heading', { name: 'Новый товар' });
    await user.type(box('Название'), 'Сыр');
    await user.selectOptions(picker('Статус'), 'Активен');
    await user.type(box('Артикул'), 'S-1');
    await user.type(box('Штрихкод'), '4600000000015');
    await pick(user, 'Бренд', 'своя', 'Своя полка');
    await pick(user, 'Единица измерения', 'шт', 'Штука');
    await user.type(box('Вес, кг'), '1 234,5');
    expect(box('Вес, кг')).toHaveValue('1 234,5');
    fireEvent.change(screen.getByLabelText('В продаже с'), { target: { value: '2026-05-12' } });
    await user.click(screen.getByRole('checkbox', { name: 'Весовой' }));
    await user.type(box('Описание'), 'Твёрдый{Enter}выдержанный');
    await user.type(box('Цена, RUB'), '1490.5');
    await user.click(screen.getByRole('button', { name: 'Создать' }));

    await screen.findByRole('heading', { name: 'Сыр' });
    expect(await stored()).toMatchObject({
      name: 'Сыр',
      status: 'active',
      sku: 'S-1',
      barcode: '4600000000015',
      brand_id: brand,
      weight: 1234.5,
      on_sale_from: '2026-05-12',
      by_weight: true,
      description: 'Твёрдый\nвыдержанный',
      price: 1490.5,
    });
    expect(box('Вес, кг')).toHaveValue('1\u00a0234,5');
    expect(picker('Статус')).toHaveDisplayValue('Активен');
    expect(picker('Бренд')).toHaveValue('Своя полка');
    expect(screen.getByLabelText('В продаже с')).toHaveValue('2026-05-12');
    expect(screen.getByRole('checkbox', { name: 'Весовой' })).toBeChecked();
    expect(box('Описание')).toHaveValue('Твёрдый\nвыдержанный');
  });

  it('[L15, L18] a number is written as Russians do once it was typed, an amount with its two decimals', async () => {
    await addProducts(server(), { name: 'Сыр', weight: 1234.5, price: 1234.5 });
    const { user } = await open('/content/nomenclature/1/price');
    const price = await screen.findByRole('textbox', { name: 'Цена, RUB' });
    expect(price).toHaveValue('1\u00a0234,50');
    expect(screen.queryByRole('region', { name: 'Не сохранено' })).not.toBeInTheDocument();
    await user.clear(price);
    await user.type(price, '1490.5');
    expect(price).toHaveValue('1490.5');
    await user.tab();
    expect(price).toHaveValue('1\u00a0490,50');
    await user.clear(price);
    await user.type(price, '12,345');
    await user.tab();
    expect(price).toHaveValue('12,345');
    await user.clear(price);
    await user.type(price, '2 000');
    const tabs = within(screen.getByRole('navigation', { name: 'Разделы записи' }));
    await user.click(tabs.getByRole('link', { name: 'Настройки' }));
    expect(await screen.findByRole('textbox', { name: 'Вес, кг' })).toHaveValue('1\u00a0234,5');
    await save(user);
    expect(await stored()).toMatchObject({ price: 2000, weight: 1234.5 });
  });

  it('[L15] each that may be empty is emptied again', async () => {
    const [brand] = await addValues(server(), 'brand', 'Своя полка');
    await addProducts(server(), {
      name: 'Сыр',
      sku: 'S-1',
      weight: 0.5,
      on_sale_from: '2026-05-12',
      description: 'Твёрдый',
      ...(brand && { brand_id: brand }),
    });
    const { user } = await open('/content/nomenclature/1/settings');
    await waitFor(() => expect(picker('Бренд')).toHaveValue('Своя полка'));
    for (const name of ['Артикул', 'Вес, кг', 'Описание']) await user.clear(box(name));
    fireEvent.change(screen.getByLabelText('В продаже с'), { target: { value: '' } });
    await user.click(picker('Бренд'));
    await user.clear(picker('Бренд'));
    await user.tab();
    await save(user);
    const empty = { sku: null, weight: null, description: null, on_sale_from: null, brand_id: null };
    expect(await stored()).toMatchObject(empty);
  });

  it('[L15, T30] a reference offers active values, the chosen one first, and an archived one only while it is chosen', async () => {
    const [brand, archived] = await addValues(server(), 'brand', 'Яблоко', 'Ветер', 'Астра');
    const send = await server().as('admin');
    await send('PUT', `/reference/brand/value/${archived}`, { archived: true });
    await addProducts(
      server(),
      { name: 'Сыр', brand_id: brand as number },
      { name: 'Чай', brand_id: archived as number },
    );
    const { user } = await open('/content/nomenclature/1/settings');
    await waitFor(() => expect(picker('Бренд')).toHaveValue('Яблоко'));
    await user.click(picker('Бренд'));
    expect(await offered()).toEqual(['Яблоко', 'Астра']);

    const other = await open('/content/nomenclature/2/settings');
    await waitFor(() => expect(picker('Бренд')).toHaveValue('Ветер'));
    await other.user.click(picker('Бренд'));
    expect(await offered()).toEqual(['Ветер', 'Астра', 'Яблоко']);
  });
});
