import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { hold } from '#tests/support/hold.ts';
import { addManyProducts, findRow, numbered } from '#tests/support/records.ts';
import { makeCategories, recordIn } from '#tests/support/samples.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();

const dialog = async () => within(await screen.findByRole('dialog'));
const send = async (...[method, path, body]: Parameters<Awaited<ReturnType<ReturnType<typeof server>['as']>>>) =>
  (await server().as('admin'))(method, path, body);
const categoriesOf = async (id: number) => recordIn(await send('GET', `/products/${id}`))['categories'];

/** Opens the bulk change of the first two products, with a field chosen. */
const begin = async (field: string): Promise<UserEvent> => {
  const { user } = await open('/content/nomenclature', 'content_manager');
  await findRow(numbered(1));
  for (const name of [numbered(1), numbered(2)]) await user.click(screen.getByRole('checkbox', { name }));
  await user.click(within(screen.getByRole('region', { name: 'Выбранное' })).getByRole('button', { name: 'Изменить' }));
  await user.click((await dialog()).getByRole('combobox', { name: 'Какое поле изменить' }));
  await user.click(await screen.findByRole('option', { name: field }));
  return user;
};
const check = async (user: UserEvent) => user.click((await dialog()).getByRole('button', { name: 'Проверить' }));

describe('Lists: a change of many categories', () => {
  let ids: Record<string, number> = {};
  beforeEach(async () => {
    await addManyProducts(server(), 2);
    const [pastry = 0, gift = 0] = await makeCategories(server(), 'site', 'Круассаны', 'Подарки');
    const [coffee = 0] = await makeCategories(server(), 'cafe', 'Кофе');
    ids = { pastry, gift, coffee };
    await send('PUT', '/products/1', { categories: [pastry, coffee] });
    await send('PUT', '/products/2', { categories: [gift] });
  });
  const site = async () => within(await (await dialog()).findByRole('group', { name: 'Проект site' }));
  const sample = async (name: string) => (await (await dialog()).findByText(name)).closest('li');

  it('[L462] while the platforms load, the field shows it', async () => {
    const { released, release } = hold();
    answer(http.get('*/api/categories/by-projects', () => released.then(() => undefined)));
    await begin('Категории');
    expect(await (await dialog()).findByText('Загружаем')).toBeVisible();
    release();
    expect(await site()).toBeTruthy();
    expect((await dialog()).queryByText('Загружаем')).not.toBeInTheDocument();
  });

  it('[L562] if the platforms cannot be loaded, the field shows an error and can load them again', async () => {
    const failing = { isOn: true };
    const fails = () => (failing.isOn ? HttpResponse.json({}, { status: 500 }) : undefined);
    answer(http.get('*/api/categories/by-projects', fails));
    const user = await begin('Категории');
    expect(await (await dialog()).findByText('Эта часть страницы не загрузилась')).toBeVisible();
    failing.isOn = false;
    await user.click((await dialog()).getByRole('button', { name: 'Повторить' }));
    expect(await site()).toBeTruthy();
    complaints();
  });

  it('[L561] a value that only one record may have is not offered for many', async () => {
    const user = await begin('Категории');
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Что сделать'));
    await user.click((await dialog()).getByRole('combobox', { name: 'Какое поле изменить' }));
    expect(await screen.findByRole('option', { name: 'Бренд' })).toBeVisible();
    for (const name of ['Артикул', 'Штрихкод']) expect(screen.queryByRole('option', { name })).not.toBeInTheDocument();
  });

  it('[L300] categories are added by default, and the preview names the platform and what stays', async () => {
    const user = await begin('Категории');
    expect((await site()).getByRole('combobox', { name: 'Что сделать' })).toHaveValue('add');
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Что сделать'));
    await user.click((await site()).getByRole('treeitem', { name: 'Подарки' }));
    await check(user);
    expect(await (await dialog()).findByText('Будет изменено: 1')).toBeVisible();
    expect((await dialog()).getByText('Без изменений: 1')).toBeVisible();
    expect(await sample(numbered(1))).toHaveTextContent(
      'КатегорииПроект cafe: Кофе, без измененийПроект site: Было: Круассаны → ; Станет: Круассаны; Подарки',
    );
    await user.click((await dialog()).getByRole('button', { name: 'Изменить 1' }));
    expect(await screen.findByText('Изменено: 1 товар. Без изменений: 1')).toBeVisible();
    expect(await categoriesOf(1)).toEqual([ids['pastry'], ids['gift'], ids['coffee']]);
  });

  it('[L300] replacing and moving are chosen for each platform, by keyboard too, and are kept on the way back', async () => {
    const user = await begin('Категории');
    await user.selectOptions((await site()).getByRole('combobox', { name: 'Что сделать' }), 'Перенести');
    const [from, to] = (await site()).getAllByRole('tree');
    await user.click(within(from as HTMLElement).getByRole('treeitem', { name: 'Круассаны' }));
    (to as HTMLElement).focus();
    await user.keyboard('{ArrowDown} ');
    await check(user);
    expect(await sample(numbered(1))).toHaveTextContent('Проект site: Было: Круассаны → ; Станет: Подарки');
    await user.click((await dialog()).getByRole('button', { name: 'Назад' }));
    expect((await site()).getByRole('combobox', { name: 'Что сделать' })).toHaveValue('move');
    await user.selectOptions((await site()).getByRole('combobox', { name: 'Что сделать' }), 'Заменить всё');
    expect((await site()).getByText(/станет пустым/)).toBeVisible();
    await check(user);
    await user.click(await (await dialog()).findByRole('button', { name: 'Изменить 1' }));
    await screen.findByText('Изменено: 1 товар. Без изменений: 1');
    expect(await categoriesOf(1)).toEqual([ids['gift'], ids['coffee']]);
    expect(await categoriesOf(2)).toEqual([ids['gift']]);
  });

  it('[L300] an edit that names nothing is an error at the field and is not sent', async () => {
    const user = await begin('Категории');
    await site();
    await check(user);
    expect(await (await dialog()).findByRole('alert')).toHaveTextContent('Выберите, что изменить');
  });

  it('[L301] links are edited in the same way, and own prices are removed by project', async () => {
    const model = recordIn(await send('POST', '/models', { name: 'Латте' })).id;
    await send('PUT', '/products/1', { model_ids: [model] });
    const raf = recordIn(await send('POST', '/models', { name: 'Раф' })).id;
    const projects = (await send('GET', '/project?sort=id')).result as { items: { id: number }[] };
    const prices = projects.items.map(({ id }) => ({ project_id: id, amount: 10, currency: 'RUB' }));
    await send('PUT', '/products/1', { prices });
    const user = await begin('Модели');
    await user.click(await (await dialog()).findByRole('combobox', { name: 'Что добавить' }));
    await user.click(await screen.findByRole('option', { name: 'Раф' }));
    await user.click((await dialog()).getByRole('combobox', { name: 'Какое поле изменить' }));
    await user.click(await screen.findByRole('option', { name: 'Цены проектов, RUB' }));
    const own = within((await dialog()).getByRole('group', { name: 'Цены проектов, RUB' }));
    await user.selectOptions(own.getByRole('combobox', { name: 'Что сделать' }), 'Убрать');
    await user.click(own.getByRole('combobox', { name: 'Что убрать' }));
    await user.click(await screen.findByRole('option', { name: 'Проект site' }));
    await check(user);
    await user.click(await (await dialog()).findByRole('button', { name: 'Изменить 2' }));
    await screen.findByText('Изменено: 2 товара');
    await waitFor(async () =>
      expect(recordIn(await send('GET', '/products/1'))).toMatchObject({
        model_ids: [model, raf],
        prices: prices.slice(1),
      }),
    );
    expect(recordIn(await send('GET', '/products/2'))).toMatchObject({ model_ids: [raf], prices: [] });
  });
});
