import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { hold } from '#tests/support/hold.ts';
import { letRole } from '#tests/support/permissions.ts';
import { addManyProducts, findRow, numbered, numberedFrom, rowNames } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();
const LIST = '/content/nomenclature';

const shows = (...names: string[]) => waitFor(() => expect(rowNames()).toEqual(names));
const search = () => screen.getByRole('searchbox', { name: 'Найти' });
const head = (name: string) => within(screen.getByRole('columnheader', { name })).getByRole('button');
const asked = () => new URLSearchParams(window.location.search);
const filter = () => JSON.parse(asked().get('filter') ?? '{}') as Record<string, unknown>;
/** Which entry of the history this is. */
const entry = () => (window.history.state as { idx: number }).idx;
const openList = async () => {
  const { user } = await open(LIST);
  await findRow(numbered(1));
  return user;
};

beforeEach(() => addManyProducts(server(), 25));

describe('The address of a list', () => {
  it('[L63] a search that is typed is one entry of the history, from which one goes back', async () => {
    const user = await openList();
    const before = entry();
    await user.type(search(), 'товар 02');
    await shows(numbered(2), ...numberedFrom(20, 25));
    await waitFor(() => expect(filter()).toEqual({ search: 'товар 02' }));
    expect(entry()).toBe(before + 1);
    window.history.back();
    await shows(...numberedFrom(1, 10));
    await waitFor(() => expect(search()).toHaveValue(''));
  });

  it('[L63] two searches with something else between them are two entries', async () => {
    const user = await openList();
    const before = entry();
    await user.type(search(), 'товар 02');
    await waitFor(() => expect(filter()).toEqual({ search: 'товар 02' }));
    await user.tab();
    await user.type(search(), '1');
    await shows('Товар 021');
    expect(entry()).toBe(before + 2);
    window.history.back();
    await shows(numbered(2), ...numberedFrom(20, 25));
  });

  it.each([
    ['an order', () => head('Цена, RUB'), { sort: 'price', page: '1' }],
    ['a page', () => screen.getByRole('button', { name: 'Следующая страница' }), { sort: 'name', page: '2' }],
  ] as const)('[L63] %s that is chosen right after a letter loses none of it', async (_, control, expected) => {
    await openList();
    fireEvent.change(search(), { target: { value: 'т' } });
    fireEvent.change(search(), { target: { value: 'то' } });
    fireEvent.change(search(), { target: { value: 'товар 0' } });
    fireEvent.click(control());
    await waitFor(() => expect(Object.fromEntries(asked())).toMatchObject(expected));
    expect(filter()).toEqual({ search: 'товар 0' });
    expect(search()).toHaveValue('товар 0');
    window.history.back();
    await waitFor(() => expect(Object.fromEntries(asked())).toMatchObject({ sort: 'name', page: '1' }));
    expect(filter()).toEqual({ search: 'товар 0' });
  });

  it('[L63, L9] clicks that come before their answers go over one another', async () => {
    await openList();
    const { released, release } = hold();
    answer(
      http.get('*/api/products', async ({ request }) => {
        await released;
        return server().app.fetch(request);
      }),
    );
    fireEvent.click(head('Цена, RUB'));
    fireEvent.click(screen.getByRole('button', { name: 'Следующая страница' }));
    release();
    await shows(...numberedFrom(11, 20));
    expect(Object.fromEntries(asked())).toMatchObject({ sort: 'price', order: 'ASC', page: '2' });
  });

  const knows = { sort: 'price', order: 'DESC', page: '1', perPage: '5' };
  const withFilter = (values: object) => ({ ...knows, filter: JSON.stringify(values) });
  it.each([
    ['an unknown order', { ...knows, sort: 'colour' }, { page: '1', perPage: '5' }],
    ['an unknown direction', { ...knows, order: 'sideways' }, { ...knows, order: 'ASC' }],
    ['an order alone', { sort: 'price' }, { sort: 'price', order: 'ASC' }],
    ['a number of rows that is none', { ...knows, perPage: 'all' }, { sort: 'price', order: 'DESC' }],
    ['too many rows', { ...knows, perPage: '5000' }, { sort: 'price', order: 'DESC' }],
    ['a page that is none', { ...knows, page: '-3' }, { sort: 'price', order: 'DESC', perPage: '5' }],
    ['a filter that is no filter', { ...knows, filter: '{"search":' }, knows],
    ['an unknown filter beside a known one', withFilter({ colour: 'red', search: '01' }), withFilter({ search: '01' })],
    ['a value that a filter does not take', withFilter({ status: ['sold'], price_from: 'much' }), withFilter({})],
  ])('[L64] with %s shows the list without it, and a notice of that', async (_, query: object, expected: object) => {
    await open(`${LIST}?${new URLSearchParams(query as Record<string, string>)}`);
    expect(await screen.findByText(/^Часть адреса не распознана/)).toBeVisible();
    await waitFor(() => expect(rowNames().length).toBeGreaterThan(0));
    await waitFor(() => expect(Object.fromEntries(asked())).toMatchObject(expected));
    expect(screen.queryByRole('heading', { name: 'Список не загрузился' })).not.toBeInTheDocument();
  });

  it('[L64, P22] an order by a column that is closed to somebody shows them the list without it', async () => {
    await letRole(server(), 'accountant', 'products.show-list');
    await open(`${LIST}?sort=price&order=ASC&filter=%7B%22price_from%22%3A1%7D`, 'accountant');
    await shows(...numberedFrom(1, 10));
    expect(filter()).toEqual({});
  });

  it('[L2] an address that the list knows stays as it is, without a word', async () => {
    const query = new URLSearchParams(withFilter({ search: 'товар 0', price_from: 105, sku_empty: false }));
    await open(`${LIST}?${query}`);
    await shows(...numberedFrom(25, 21));
    expect(filter()).toEqual({ search: 'товар 0', price_from: 105, sku_empty: false });
    expect(screen.queryByText(/^Часть адреса/)).not.toBeInTheDocument();
  });

  it('[L5] an order that is chosen without a network shows an error, and the rows come with the next try', async () => {
    const user = await openList();
    answer(http.get('*/api/products', () => HttpResponse.error()));
    await user.click(head('Цена, RUB'));
    const failed = await screen.findByRole('alert');
    expect(failed).toHaveTextContent('Нет связи с сервером');
    answer(http.get('*/api/products', ({ request }) => server().app.fetch(request)));
    await user.click(within(failed).getByRole('button', { name: 'Повторить' }));
    await shows(...numberedFrom(1, 10));
  });
});
