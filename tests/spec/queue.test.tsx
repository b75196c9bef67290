import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { addManyProducts, addProducts, findRow, numbered, numberedFrom, rowNames } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, load, answer, complaints } = useScreens();
const LIST = '/content/nomenclature';

const shown = (name: string) => screen.findByRole('heading', { name });
const queue = () => within(screen.getByRole('navigation', { name: 'Список' }));
const next = () => queue().getByRole('button', { name: 'Следующая запись списка' });
const previous = () => queue().getByRole('button', { name: 'Предыдущая запись списка' });
const place = (text: string) => waitFor(() => expect(queue().getByText(text)).toBeVisible());
const box = (name: string) => screen.getByRole('textbox', { name });
const filtered = (filter: object) =>
  `${LIST}?page=1&perPage=10&sort=name&order=ASC&filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** Opens a record by its row in a list. */
const openFrom = async (address: string, name: string) => {
  const { user } = await open(address);
  await findRow(name);
  await user.click(screen.getByRole('link', { name }));
  await shown(name);
  return user;
};
const back = async (user: UserEvent) => user.click(screen.getByRole('link', { name: 'К разделу «Номенклатура»' }));

describe('The editor in its list', () => {
  beforeEach(() => addManyProducts(server(), 25));

  it('[L57] it shows the record’s position in the list, and links to the ones beside it, across pages', async () => {
    const user = await openFrom(`${LIST}?page=1&perPage=10&sort=price&order=DESC&filter={}`, numbered(17));
    await place('9 из 25');
    await user.click(next());
    await shown(numbered(16));
    await place('10 из 25');
    await user.click(next());
    await shown(numbered(15));
    await place('11 из 25');
    expect(window.location.pathname).toBe(`${LIST}/15/settings`);
    await user.click(previous());
    await shown(numbered(16));
  });

  it('[L57] the first has no previous one and the last no next', async () => {
    const user = await openFrom(filtered({ search: 'товар 02' }), numbered(2));
    await place('1 из 7');
    expect(previous()).toBeDisabled();
    await back(user);
    await findRow(numbered(25));
    await user.click(screen.getByRole('link', { name: numbered(25) }));
    await place('7 из 7');
    expect(next()).toBeDisabled();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Это последняя запись списка')).toBeVisible();
  });

  it('[L57] keys lead through it: Alt with the arrows anywhere, j and k where nothing is typed', async () => {
    const user = await openFrom(LIST, numbered(2));
    await place('2 из 25');
    await user.click(box('Название'));
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await shown(numbered(3));
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await shown(numbered(2));
    await user.click(screen.getByRole('heading', { name: numbered(2) }));
    fireEvent.keyDown(document.body, { key: 'о', code: 'KeyJ' });
    await shown(numbered(3));
    await user.click(box('Артикул'));
    await user.keyboard('j');
    expect(box('Артикул')).toHaveValue('A-3j');
    expect(screen.getByRole('heading', { name: numbered(3) })).toBeVisible();
  });

  it('[L57] it survives a reload, and a record that was come to otherwise knows no list', async () => {
    await openFrom(LIST, numbered(2));
    await place('2 из 25');
    await load(window.location.pathname);
    await shown(numbered(2));
    await place('2 из 25');
    await load(`${LIST}/5/settings`);
    await shown(numbered(5));
    expect(screen.queryByRole('navigation', { name: 'Список' })).not.toBeInTheDocument();
  });

  it('[L61] back from a record that was gone on to leads to its row, on whatever page it stands', async () => {
    const user = await openFrom(`${LIST}?page=1&perPage=10&sort=name&order=ASC&filter={}`, numbered(10));
    await user.click(next());
    await shown(numbered(11));
    await user.click(next());
    await shown(numbered(12));
    await back(user);
    const link = await screen.findByRole('link', { name: numbered(12) });
    await waitFor(() => expect(link).toHaveFocus());
    expect(rowNames()[0]).toBe(numbered(11));
  });

  it('[L61] the browser’s own way back leads there too', async () => {
    const user = await openFrom(`${LIST}?page=1&perPage=10&sort=name&order=ASC&filter={}`, numbered(10));
    await user.click(next());
    await shown(numbered(11));
    window.history.back();
    const link = await screen.findByRole('link', { name: numbered(11) });
    await waitFor(() => expect(link).toHaveFocus());
  });
});

describe('The work through a list', () => {
  beforeEach(() => addManyProducts(server(), 25));

  it('[L58] Ctrl+Enter saves and opens the next record, with the focus in the same field', async () => {
    const user = await openFrom(LIST, numbered(1));
    await user.type(box('Описание'), 'Первое');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await shown(numbered(2));
    await waitFor(() => expect(box('Описание')).toHaveFocus());
    await user.keyboard('Второе{Control>}{Enter}{/Control}');
    await shown(numbered(3));
    // Nothing is typed in this one: it is gone on from as it is.
    await user.keyboard('{Control>}{Enter}{/Control}');
    await shown(numbered(4));
    const { result } = await (await server().as('admin'))('GET', '/products?sort=id&per_page=4');
    const texts = (result as { items: { description: string | null }[] }).items.map(({ description }) => description);
    expect(texts).toEqual(['Первое', 'Второе', null, null]);
  });

  it('[L58] records that leave the filter by being worked on neither end the work nor skip others', async () => {
    const user = await openFrom(filtered({ description_empty: true }), numbered(9));
    for (let at = 9; at <= 13; at += 1) {
      await shown(numbered(at));
      await place(`${at} из 25`);
      fireEvent.change(box('Описание'), { target: { value: `Описание ${at}` } });
      await user.keyboard('{Control>}{Enter}{/Control}');
    }
    await shown(numbered(14));
    const { result } = await (await server().as('admin'))('GET', '/products?description_empty=false&sort=id');
    expect((result as { items: { name: string }[] }).items.map(({ name }) => name)).toEqual(numberedFrom(9, 13));
  });

  it('[L58] [L12] an unsaved record is not left: the error is shown at its field', async () => {
    await addProducts(server(), { name: 'Занято', sku: 'TAKEN' });
    const user = await openFrom(LIST, numbered(1));
    await user.clear(box('Артикул'));
    await user.type(box('Артикул'), 'TAKEN');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText(/^Такое значение уже есть/)).toBeVisible();
    await user.clear(box('Артикул'));
    await user.type(box('Артикул'), 'FREE');
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByText('Сохранено');
    // A plain save stays, also after a save that was to go on.
    expect(screen.getByRole('heading', { name: numbered(1) })).toBeVisible();
  });

  it('[L58] without a list Ctrl+Enter saves and stays', async () => {
    const { user } = await open(`${LIST}/5/settings`);
    await shown(numbered(5));
    fireEvent.change(box('Описание'), { target: { value: 'Одно' } });
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Сохранено')).toBeVisible();
    expect(screen.queryByText('Это последняя запись списка')).not.toBeInTheDocument();
  });

  it('[L58] the next record is loaded before it is opened', async () => {
    const asked: unknown[] = [];
    // Falls through to the server.
    answer(http.get('*/api/products/:id', ({ params }) => void asked.push(params['id'])));
    await openFrom(LIST, numbered(1));
    await waitFor(() => expect(asked).toContain('2'));
    expect(window.location.pathname).toBe(`${LIST}/1/settings`);
  });

  it('[L57] a list that cannot be read further ends there, and the record is not concerned', async () => {
    answer(http.get('*/api/products/ids', () => HttpResponse.json({ code: 500, message: 'x' }, { status: 500 })));
    const user = await openFrom(LIST, numbered(9));
    await user.click(next());
    await shown(numbered(10));
    await place('10 из 25');
    expect(next()).toBeDisabled();
    expect(complaints().join()).toContain('GET /products/ids');
  });
});
