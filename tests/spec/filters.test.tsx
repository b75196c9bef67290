import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { canBeEmpty } from '#contract/filters.ts';
import { resources } from '#resources/all.ts';
import { products } from '#server/db/schema.ts';
import { addModels, addProducts, addValues, rowNames } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();
const LIST = '/content/nomenclature';

const shows = (...names: string[]) => waitFor(() => expect(rowNames()).toEqual(names));
const editor = (name: string) => screen.findByRole('dialog', { name });
const chips = () =>
  within(document.querySelector('search') as HTMLElement)
    .queryAllByRole('button', { name: /:/, hidden: true })
    .map(chip => chip.textContent?.replace(/\s/g, ' '));

/** Adds a filter by the menu. @returns its editor. */
const addFilter = async (user: UserEvent, name: string) => {
  await user.click(screen.getByRole('button', { name: 'Фильтр' }));
  await user.click(await screen.findByRole('option', { name }));
  return within(await editor(name));
};
const close = async (user: UserEvent) => {
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
};

/** Three products that differ in everything that can be filtered by. */
const seed = async () => {
  const [own, other] = await addValues(server(), 'brand', 'Своя полка', 'Дальний обоз');
  const [cheeses] = await addModels(server(), { name: 'Сыры' }, { name: 'Соки' });
  const [, cheese] = await addProducts(
    server(),
    { name: 'Квас', weight: 0.5, price: 90, status: 'active', brand_id: own as number, on_sale_from: '2026-05-01' },
    { name: 'Сыр', weight: 2.25, price: 1490, by_weight: true, brand_id: other as number, on_sale_from: '2026-06-01' },
    { name: 'Чай', status: 'archived', barcode: '4600000000015' },
  );
  const send = await server().as('admin');
  await send('PUT', `/products/${cheese?.id}`, { model_ids: [cheeses?.id] });
};

const openList = async () => {
  const { user } = await open(LIST);
  await shows('Квас', 'Сыр', 'Чай');
  return user;
};

describe('Filters', () => {
  beforeEach(seed);

  it('[L15, L1] a status: any of those ticked, however quickly', async () => {
    const user = await openList();
    const status = await addFilter(user, 'Статус');
    fireEvent.click(status.getByRole('checkbox', { name: 'Активен' }));
    fireEvent.click(status.getByRole('checkbox', { name: 'В архиве' }));
    await shows('Квас', 'Чай');
    expect(chips()).toEqual(['Статус: Активен, В архиве']);
  });

  it('[L15] a reference: any of its values', async () => {
    const user = await openList();
    const brand = await addFilter(user, 'Бренд');
    await user.type(brand.getByRole('combobox', { name: 'Любое из' }), 'дальн');
    await user.click(await screen.findByRole('option', { name: 'Дальний обоз' }));
    await shows('Сыр');
    expect(chips()).toEqual(['Бренд: Дальний обоз']);
  });

  it('[L701] what is typed stays, and narrows the values of which several can be chosen', async () => {
    const user = await openList();
    const brand = await addFilter(user, 'Бренд');
    const box = brand.getByRole('combobox', { name: 'Любое из' });
    expect(await screen.findAllByRole('option')).not.toHaveLength(1);
    await user.type(box, 'дальн');
    expect(box).toHaveValue('дальн');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Дальний обоз']);
  });

  it('[L15] linked records: any of those found by search', async () => {
    const user = await openList();
    const models = await addFilter(user, 'Модели');
    await user.type(models.getByRole('combobox', { name: 'Любое из' }), 'сыр');
    await user.click(await screen.findByRole('option', { name: 'Сыры' }));
    await shows('Сыр');
    await waitFor(() => expect(chips()).toEqual(['Модели: Сыры']));
  });

  it('[L15] a number: from and to, with a comma as Russians write it', async () => {
    const user = await openList();
    const weight = await addFilter(user, 'Вес, кг');
    await user.type(weight.getByRole('textbox', { name: 'От' }), '0,4');
    await shows('Квас', 'Сыр');
    await user.type(weight.getByRole('textbox', { name: 'До' }), '2,2');
    await shows('Квас');
    expect(chips()).toEqual(['Вес, кг: от 0,4 до 2,2']);
  });

  it('[L15] money: a range', async () => {
    const user = await openList();
    const price = await addFilter(user, 'Цена, RUB');
    await user.type(price.getByRole('textbox', { name: 'От' }), '1 000,50');
    await shows('Сыр');
    expect(chips()).toEqual(['Цена, RUB: от 1 000,5']);
  });

  it('[L15] a date: a range of days', async () => {
    const user = await openList();
    const since = await addFilter(user, 'В продаже с');
    fireEvent.change(since.getByLabelText('От'), { target: { value: '2026-05-15' } });
    await shows('Сыр');
    expect(chips()).toEqual(['В продаже с: от 15 мая 2026 г.']);
  });

  it('[L59, L2] when it was changed: a range of days where the person is, that an address carries', async () => {
    const day = (iso: string) => new Date(`${iso}T12:00:00`);
    for (const [name, at] of Object.entries({ Квас: '2026-03-01', Сыр: '2026-03-02', Чай: '2026-03-03' }))
      await server()
        .db.update(products)
        .set({ updated_at: day(at) })
        .where(eq(products.name, name));
    const user = await openList();
    const changed = await addFilter(user, 'Изменено');
    fireEvent.change(changed.getByLabelText('От'), { target: { value: '2026-03-02' } });
    await shows('Сыр', 'Чай');
    fireEvent.change(changed.getByLabelText('До'), { target: { value: '2026-03-02' } });
    await shows('Сыр');
    const words = 'Изменено: от 2 мар. 2026 г. до 2 мар. 2026 г.';
    expect(chips()).toEqual([words]);

    const again = await open(`${window.location.pathname}${window.location.search}`);
    await shows('Сыр');
    await again.user.click(screen.getByRole('button', { name: words }));
    expect(within(await editor('Изменено')).getByLabelText('От')).toHaveValue('2026-03-02');
    await close(again.user);
    await again.user.click(screen.getByRole('button', { name: 'Убрать фильтр «Изменено»' }));
    await shows('Квас', 'Сыр', 'Чай');
  });

  it('[L60] products without an image, and those of no model', async () => {
    const user = await openList();
    const picture = await addFilter(user, 'Изображение');
    await user.click(picture.getByRole('checkbox', { name: 'Только те, где есть' }));
    await screen.findByText('С такими фильтрами товаров нет');
    await user.click(picture.getByRole('checkbox', { name: 'Только те, где нет' }));
    await shows('Квас', 'Сыр', 'Чай');
    await close(user);
    const models = await addFilter(user, 'Модели');
    await user.click(models.getByRole('checkbox', { name: 'Только те, где нет' }));
    await shows('Квас', 'Чай');
    expect(chips()).toEqual(['Модели: нет', 'Изображение: нет']);
  });

  it('[L60] every field that may be empty is offered, whatever the resource', () => {
    for (const { definition } of resources) {
      const empties = Object.entries(definition.collection.fields).filter(([, field]) => canBeEmpty(field));
      expect(definition.filters).toEqual(expect.arrayContaining(empties.map(([name]) => name)));
    }
  });

  it('[L15] yes or no', async () => {
    const user = await openList();
    const byWeight = await addFilter(user, 'Весовой');
    await user.click(byWeight.getByRole('radio', { name: 'Нет' }));
    await shows('Квас', 'Чай');
    expect(chips()).toEqual(['Весовой: Нет']);
    await user.click(byWeight.getByRole('radio', { name: 'Да' }));
    await shows('Сыр');
  });

  it('[L15] whatever may be empty: those without it, or those with it', async () => {
    const user = await openList();
    const barcode = await addFilter(user, 'Штрихкод');
    await user.click(barcode.getByRole('checkbox', { name: 'Только незаполненные' }));
    await shows('Квас', 'Сыр');
    expect(chips()).toEqual(['Штрихкод: не заполнено']);
    await user.click(barcode.getByRole('checkbox', { name: 'Только заполненные' }));
    await shows('Чай');
  });

  it('[L2, L15] a filter is edited from its chip, dropped by its cross, and comes with the address', async () => {
    const user = await openList();
    const weight = await addFilter(user, 'Вес, кг');
    await user.type(weight.getByRole('textbox', { name: 'От' }), '0,4');
    await waitFor(() => expect(window.location.search).toContain('0.4'));
    await close(user);

    const again = await open(`${window.location.pathname}${window.location.search}`);
    await shows('Квас', 'Сыр');
    const chip = screen.getByRole('button', { name: 'Вес, кг: от 0,4' });
    await again.user.click(chip);
    const from = within(await editor('Вес, кг')).getByRole('textbox', { name: 'От' });
    expect(from).toHaveValue('0,4');
    expect(from).toHaveFocus();
    await again.user.type(from, '5');
    await waitFor(() => expect(chips()).toEqual(['Вес, кг: от 0,45']));
    await close(again.user);
    await again.user.click(screen.getByRole('button', { name: 'Убрать фильтр «Вес, кг»' }));
    await shows('Квас', 'Сыр', 'Чай');
    expect(chips()).toEqual([]);
  });

  it('[U3] the editor of a filter takes the focus and gives it back', async () => {
    const user = await openList();
    await addFilter(user, 'Вес, кг');
    expect(screen.getByRole('textbox', { name: 'От' })).toHaveFocus();
    await close(user);
    expect(screen.getByRole('button', { name: 'Фильтр' })).toHaveFocus();
  });

  it('[R57, L4] the filters of products are reset at once, the search included', async () => {
    const user = await openList();
    const status = await addFilter(user, 'Статус');
    await user.click(status.getByRole('checkbox', { name: 'Активен' }));
    await close(user);
    await user.type(screen.getByRole('searchbox', { name: 'Найти' }), 'квас');
    await shows('Квас');
    await user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }));
    await shows('Квас', 'Сыр', 'Чай');
    expect(chips()).toEqual([]);
    await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Найти' })).toHaveValue(''));
    expect(screen.getByRole('button', { name: 'Сбросить фильтры' })).toHaveAttribute('data-idle');
  });

  it('[R57, L4] the filters of models are reset at once', async () => {
    const { user } = await open('/content/catalog');
    await shows('Соки', 'Сыры');
    await user.type(screen.getByRole('searchbox', { name: 'Найти' }), 'сыр');
    await shows('Сыры');
    await user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }));
    await shows('Соки', 'Сыры');
  });

  it('[L1, L2] the start page counts records with missing values and links to them', async () => {
    const { user } = await open('/content');
    await user.click(await screen.findByRole('link', { name: /^Штрихкод/ }));
    await shows('Квас', 'Сыр');
    expect(chips()).toEqual(['Штрихкод: не заполнено']);
  });
});
