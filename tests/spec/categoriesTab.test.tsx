import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { type CategoryTree, flattenTree } from '#contract/categories.ts';
import { hold } from '#tests/support/hold.ts';
import { addProducts, rowNames } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();

const node = (name: string, ...children: object[]) => ({ name, children });

const begin = async () => {
  const send = await server().as('admin');
  for (const [name, code] of [
    ['Меню кафе', 'cafe'],
    ['Сайт магазинов', 'site'],
  ])
    await send('POST', '/project', { name, code, platform: code });
  const save = async (platform: string, ...categories: object[]) => {
    const { result } = await send('PUT', `/categories/${platform}`, { categories });
    return flattenTree((result as CategoryTree).categories).map(({ id, name }) => [name, id] as const);
  };
  const ids = new Map([
    ...(await save(
      'site',
      node('Еда', node('Сыры', node('Мягкие сыры'), node('Твёрдые')), node('Хлеб')),
      node('Напитки'),
    )),
    ...(await save('cafe', node('Завтраки'), node('Сырники'))),
  ]);
  const [product] = await addProducts(server(), { name: 'Бри' });
  const path = `/products/${product?.id}`;
  const saved = async () => (await send('GET', `${path}/categories`)).result;
  return {
    send,
    path,
    ids: (name: string) => ids.get(name) ?? 0,
    saved,
    address: `/content/nomenclature/${product?.id}/categories`,
  };
};
const site = () => within(screen.getByRole('group', { name: 'Сайт магазинов' }));
const names = () =>
  site()
    .getAllByRole('treeitem')
    .map(item => item.querySelector('span > span')?.textContent);
const activeName = () => {
  const id = site().getByRole('tree').getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.querySelector('span > span')?.textContent;
};

describe('The categories tab', () => {
  it('[F6] [L110] [L111] a content manager chooses categories in the trees, with the save bar of every tab', async () => {
    const { address, ids, saved } = await begin();
    const { user } = await open(address, 'content_manager');
    await screen.findByRole('group', { name: 'Сайт магазинов' });
    expect(screen.getByRole('group', { name: 'Меню кафе' })).toBeInTheDocument();
    expect(names()).toEqual(['Еда', 'Напитки']);
    await user.click(site().getByRole('treeitem', { name: /Напитки/ }));
    expect(site().getByRole('treeitem', { name: /Напитки/ })).toBeChecked();
    await user.click(screen.getByRole('treeitem', { name: /Сырники/ }));
    expect(screen.getByRole('region', { name: 'Не сохранено' })).toHaveTextContent('Категории');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено');
    expect(await saved()).toEqual({ site: [ids('Напитки')], cafe: [ids('Сырники')] });
    await user.click(site().getByRole('treeitem', { name: /Напитки/ }));
    await user.click(site().getByRole('treeitem', { name: /Напитки/ }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Не сохранено' })).not.toBeInTheDocument());
  });

  it('[U4] trees that are being read are a named progress bar, here and in the editor of categories', async () => {
    const { address } = await begin();
    const reading = hold();
    answer(
      http.get('*/api/categories/by-projects', async () => {
        await reading.released;
      }),
    );
    for (const page of [address, '/content/categories']) {
      await open(page);
      const main = within(await screen.findByRole('main'));
      expect(await main.findByRole('progressbar', { name: 'Загружаем' })).toBeVisible();
    }
    reading.release();
    expect(await screen.findByRole('treeitem', { name: /Завтраки/ })).toBeVisible();
  });

  it('[L112] chosen categories are shown with their paths and open branches, and a chip removes one', async () => {
    const { send, path, address, ids, saved } = await begin();
    await send('PUT', path, { categories: [ids('Мягкие сыры'), ids('Завтраки')] });
    const { user } = await open(address, 'content_manager');
    const chip = await screen.findByText('Еда › Сыры › Мягкие сыры');
    expect(names()).toEqual(['Еда', 'Сыры', 'Мягкие сыры', 'Твёрдые', 'Хлеб', 'Напитки']);
    expect(site().getByRole('treeitem', { name: /^Сыры/ })).toHaveTextContent('внутри выбрано: 1');
    chip.focus();
    await user.keyboard('{Delete}');
    expect(site().getByText('Ни одной категории не выбрано')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(async () => expect(await saved()).toEqual({ cafe: [ids('Завтраки')] }));
  });

  it('[L113] a search by name shows the whole path of what it finds, and Enter in it saves nothing', async () => {
    const { address } = await begin();
    const { user } = await open(address, 'content_manager');
    await screen.findByRole('group', { name: 'Сайт магазинов' });
    const search = site().getByRole('searchbox', { name: 'Найти категорию по названию' });
    await user.type(search, 'твЕрд{Enter}');
    expect(names()).toEqual(['Твёрдые']);
    expect(site().getByRole('treeitem')).toHaveTextContent('Еда › Сыры');
    expect(site().getByRole('status')).toHaveTextContent('Найдена 1 категория');
    await user.click(site().getByRole('treeitem'));
    await user.clear(search);
    expect(names()).toEqual(['Еда', 'Сыры', 'Мягкие сыры', 'Твёрдые', 'Хлеб', 'Напитки']);
    expect(site().getByRole('treeitem', { name: /Твёрдые/ })).toBeChecked();
    await user.type(search, 'молоко');
    expect(site().queryAllByRole('treeitem')).toEqual([]);
    expect(site().getByRole('status')).toHaveTextContent('Ничего не нашлось');
  });

  it('[L114] by keyboard alone the tree is walked, opened and chosen in', async () => {
    const { address } = await begin();
    const { user } = await open(address, 'content_manager');
    await screen.findByRole('group', { name: 'Сайт магазинов' });
    const tree = site().getByRole('tree');
    tree.focus();
    await waitFor(() => expect(activeName()).toBe('Еда'));
    await user.keyboard('{ArrowRight}');
    expect(site().getByRole('treeitem', { name: /Еда/ })).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{ArrowRight}');
    expect(activeName()).toBe('Сыры');
    await user.keyboard('*');
    expect(names()).toEqual(['Еда', 'Сыры', 'Мягкие сыры', 'Твёрдые', 'Хлеб', 'Напитки']);
    await user.keyboard('{ArrowDown}{ArrowDown} ');
    const hard = site().getByRole('treeitem', { name: /Твёрдые/ });
    expect(hard).toBeChecked();
    for (const [name, value] of [
      ['aria-level', '3'],
      ['aria-posinset', '2'],
      ['aria-setsize', '2'],
    ] as const)
      expect(hard).toHaveAttribute(name, value);
    await user.keyboard('{ArrowLeft}');
    expect(activeName()).toBe('Сыры');
    await user.keyboard('{ArrowLeft}');
    expect(names()).toEqual(['Еда', 'Сыры', 'Хлеб', 'Напитки']);
    await user.keyboard('{End}');
    expect(activeName()).toBe('Напитки');
    await user.keyboard('{Home}');
    expect(activeName()).toBe('Еда');
    await user.keyboard('х');
    expect(activeName()).toBe('Хлеб');
    await user.keyboard('{Enter}');
    expect(site().getByRole('treeitem', { name: /Хлеб/ })).toBeChecked();
  });

  it('[L115] a tree saved elsewhere appears in the open form, and the choice stays', async () => {
    const { send, address } = await begin();
    const { user } = await open(address, 'content_manager');
    await user.click(await screen.findByRole('treeitem', { name: /Напитки/ }));
    const [, entry] = (await send('GET', '/categories/by-projects')).result as CategoryTree[];
    await send('PUT', '/categories/site', { categories: [...(entry?.categories ?? []), node('Посуда')] });
    expect(await site().findByRole('treeitem', { name: /Посуда/ })).not.toBeChecked();
    expect(site().getByRole('treeitem', { name: /Напитки/ })).toBeChecked();
  });

  it('[L116] a list filters by records without a category on a platform, and by records in a category', async () => {
    const { send, path, ids } = await begin();
    await send('PUT', path, { categories: [ids('Мягкие сыры')] });
    await addProducts(server(), { name: 'Новинка' });
    const { user } = await open('/content/nomenclature', 'content_manager');
    await waitFor(() => expect(rowNames()).toEqual(['Бри', 'Новинка']));
    await user.click(await screen.findByRole('button', { name: 'Фильтр' }));
    await user.click(await screen.findByRole('option', { name: 'Категории' }));
    const without = await screen.findByRole('checkbox', { name: 'Нет категории: Сайт магазинов' });
    await user.click(without);
    await waitFor(() => expect(rowNames()).toEqual(['Новинка']));
    await user.click(without);
    await user.type(screen.getByRole('combobox', { name: /В любой из категорий/ }), 'Еда › Сыры');
    await user.click(await screen.findByRole('option', { name: 'Еда › Сыры' }));
    await waitFor(() => expect(rowNames()).toEqual(['Бри']));
  });
});
