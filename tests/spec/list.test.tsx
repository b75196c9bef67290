import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { hold } from '#tests/support/hold.ts';
import { addManyProducts, addProducts, findRow, numbered, numberedFrom, rowNames } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();
const LIST = '/content/nomenclature';
const PRODUCTS = '*/api/products';

/** The list of 25 products, opened on its first page. */
const openList = async () => {
  const { user } = await open(LIST);
  await findRow(numbered(1));
  return { user, search: screen.getByRole('searchbox', { name: 'Найти' }) };
};
const shows = (...names: string[]) => waitFor(() => expect(rowNames()).toEqual(names));
const inPager = () => within(screen.getByRole('navigation', { name: 'Страницы' }));

describe('Lists: search, order, pages', () => {
  beforeEach(() => addManyProducts(server(), 25));

  it('[L330] leads to the import, for people who may import', async () => {
    await openList();
    const main = () => within(screen.getByRole('main'));
    const link = await main().findByRole('link', { name: 'Импорт' });
    expect(link).toHaveAttribute('href', '/content/nomenclature/import');
    await open(LIST, 'photographer');
    await findRow(numbered(1));
    expect(main().queryByRole('link', { name: 'Импорт' })).not.toBeInTheDocument();
  });

  it('[L1] the server searches, past the page on the screen', async () => {
    const { user, search } = await openList();
    await user.type(search, 'товар 023');
    await shows('Товар 023');
    expect(search).toHaveValue('товар 023');
    await user.clear(search);
    await shows(...numberedFrom(1, 10));
  });

  it('[L1] the server sorts: a click on a head orders by it, a second one turns the order', async () => {
    const { user } = await openList();
    const head = screen.getByRole('columnheader', { name: 'Цена, RUB' });
    expect(screen.getByRole('columnheader', { name: 'Название' })).toHaveAttribute('aria-sort', 'ascending');
    await user.click(within(head).getByRole('button'));
    await waitFor(() => expect(head).toHaveAttribute('aria-sort', 'ascending'));
    await user.click(within(head).getByRole('button'));
    await shows(...numberedFrom(25, 16));
    expect(head).toHaveAttribute('aria-sort', 'descending');
  });

  it('[L1] the server pages: next and previous', async () => {
    const { user } = await openList();
    expect(inPager().getByRole('button', { name: 'Предыдущая страница' })).toBeDisabled();
    await user.click(inPager().getByRole('button', { name: 'Следующая страница' }));
    await shows(...numberedFrom(11, 20));
    await user.click(inPager().getByRole('button', { name: 'Следующая страница' }));
    await shows(...numberedFrom(21, 25));
    expect(inPager().getByText('3 из 3')).toBeVisible();
    expect(inPager().getByRole('button', { name: 'Следующая страница' })).toBeDisabled();
    await user.click(inPager().getByRole('button', { name: 'Предыдущая страница' }));
    await shows(...numberedFrom(11, 20));
  });

  it('[K3] a list shows 10 records until somebody chooses another number', async () => {
    const { user } = await openList();
    expect(rowNames()).toEqual(numberedFrom(1, 10));
    const perPage = screen.getByRole('combobox', { name: 'На странице' });
    expect(perPage).toHaveValue('10');
    await user.selectOptions(perPage, '25');
    await shows(...numberedFrom(1, 25));
  });

  it('[L2] a link to a list shows somebody else the same search, order and page', async () => {
    await addProducts(server(), { name: 'Вода' });
    const { user } = await open(LIST);
    await findRow('Вода');
    await user.click(screen.getByRole('searchbox', { name: 'Найти' }));
    await user.paste('товар 0');
    await shows(...numberedFrom(1, 10));
    await user.click(screen.getByRole('button', { name: 'Артикул' }));
    await waitFor(() => expect(rowNames()[1]).toBe('Товар 010'));
    await user.click(inPager().getByRole('button', { name: 'Следующая страница' }));
    await waitFor(() => expect(rowNames()[0]).toBe('Товар 019'));
    const [shown, address] = [rowNames(), `${window.location.pathname}${window.location.search}`];

    await open(address, 'photographer');
    await shows(...shown.map(String));
    expect(screen.getByRole('searchbox', { name: 'Найти' })).toHaveValue('товар 0');
    expect(screen.getByRole('columnheader', { name: 'Артикул' })).toHaveAttribute('aria-sort', 'ascending');
    expect(inPager().getByText('2 из 3')).toBeVisible();
  });

  it('[L2] the way back from a record leads to the list as it was left', async () => {
    const { user } = await openList();
    await user.click(inPager().getByRole('button', { name: 'Следующая страница' }));
    await user.click(await screen.findByRole('link', { name: numbered(13) }));
    await screen.findByRole('heading', { name: numbered(13) });
    await user.click(screen.getByRole('link', { name: 'К разделу «Номенклатура»' }));
    await shows(...numberedFrom(11, 20));
  });

  it('[L9] a late answer to an earlier search is dropped', async () => {
    const { user, search } = await openList();
    const early = hold();
    let held: Promise<Response> | undefined;
    answer(
      http.get(PRODUCTS, ({ request }) => {
        if (new URL(request.url).searchParams.get('search') !== 'товар 01') return undefined;
        held = early.released.then(() => server().app.fetch(request));
        return held;
      }),
    );
    await user.type(search, 'товар 01');
    await waitFor(() => expect(held).toBeDefined());
    await user.type(search, '7');
    await shows('Товар 017');
    early.release();
    await held;
    // One drawing more than the late answer would need.
    for (let turn = 0; turn < 20; turn += 1) {
      await act(() => new Promise(requestAnimationFrame));
      expect(rowNames()).toEqual(['Товар 017']);
    }
    expect(search).toHaveValue('товар 017');
  });

  it('[L655] the table has the name of its list, and what a search finds is announced', async () => {
    const { user, search } = await openList();
    expect(screen.getByRole('table', { name: 'Номенклатура' })).toBeVisible();
    const announced = inPager().getByRole('status');
    expect(announced).toHaveTextContent(/^25 товаров$/);
    await user.type(search, 'товар 021');
    await waitFor(() => expect(announced).toHaveTextContent(/^1 товар$/));
    // A screen reader hears only of an element that stays.
    expect(announced).toBeInTheDocument();
  });

  it('[L7] the number of records found is always shown, with the word in the right form', async () => {
    const { user, search } = await openList();
    expect(inPager().getByText('25 товаров')).toBeVisible();
    await user.type(search, 'товар 021');
    expect(await inPager().findByText('1 товар')).toBeVisible();
    await user.clear(search);
    await user.type(search, 'товар 99');
    expect(await inPager().findByText('0 товаров')).toBeVisible();
  });
});

describe('Lists: empty, loading, failed', () => {
  it('[L5] an empty list invites to make the first record', async () => {
    const { user } = await open(LIST);
    const title = await screen.findByRole('heading', { name: 'Здесь пока пусто' });
    await user.click(within(title.parentElement as HTMLElement).getByRole('link', { name: 'Создать' }));
    expect(await screen.findByRole('heading', { name: 'Новый товар' })).toBeVisible();
  });

  it('[L5] an empty list does not invite somebody who may not create', async () => {
    await open(LIST, 'photographer');
    await screen.findByRole('heading', { name: 'Здесь пока пусто' });
    expect(screen.queryByRole('link', { name: 'Создать' })).not.toBeInTheDocument();
  });

  it('[L5] an empty search is explained and leads back to the whole list', async () => {
    await addManyProducts(server(), 3);
    const { user, search } = await openList();
    await user.type(search, 'квас');
    await screen.findByRole('heading', { name: 'Ничего не нашлось' });
    await user.click(screen.getAllByRole('button', { name: 'Сбросить фильтры' }).at(-1) as HTMLElement);
    await shows(...numberedFrom(1, 3));
    await waitFor(() => expect(search).toHaveValue(''));
  });

  it('[L5] a failed list shows an error and is read again on request', async () => {
    await addManyProducts(server(), 3);
    answer(http.get(PRODUCTS, () => HttpResponse.json({ code: 500, message: 'x' }, { status: 500 }), { once: true }));
    const { user } = await open(LIST);
    const failed = await screen.findByRole('alert');
    expect(within(failed).getByRole('heading', { name: 'Список не загрузился' })).toBeVisible();
    expect(failed).toHaveTextContent('Что-то пошло не так.. Обратитесь в поддержку');
    await user.click(within(failed).getByRole('button', { name: 'Повторить' }));
    await shows(...numberedFrom(1, 3));
    expect(complaints().join('\n')).toContain('GET /products: server 500');
  });

  it('[L6] while a list loads, as many bones stand in its table as rows will come', async () => {
    await addManyProducts(server(), 12);
    const { released, release } = hold();
    answer(
      http.get(PRODUCTS, async ({ request }) => {
        await released;
        return server().app.fetch(request);
      }),
    );
    await open(LIST);
    const table = await screen.findByRole('table');
    expect(table.parentElement).toHaveAttribute('aria-busy', 'true');
    const rows = () => table.querySelectorAll('tbody tr');
    expect(rows()).toHaveLength(10);
    for (const row of rows()) expect(row).toHaveAttribute('aria-hidden', 'true');
    release();
    await shows(...numberedFrom(1, 10));
    expect(rows()).toHaveLength(10);
    expect(screen.getByRole('table')).toBe(table);
    expect(table.parentElement).toHaveAttribute('aria-busy', 'false');
  });
});
