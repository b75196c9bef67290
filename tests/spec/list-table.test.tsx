import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { nomenclature } from '#resources/nomenclature.tsx';
import {
  addManyProducts,
  addModels,
  addProducts,
  addValues,
  cellTexts,
  findRow,
  numbered,
  numberedFrom,
  rowNames,
} from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();
const LIST = '/content/nomenclature';

const shows = (...names: string[]) => waitFor(() => expect(rowNames()).toEqual(names));
const heads = () => screen.getAllByRole('columnheader').map(head => head.textContent);
const cellsOf = async (name: string) => cellTexts(await findRow(name));

describe('Lists: columns and cells', () => {
  it('[L3] the columns are chosen, stay chosen on the next visit, and can be put back', async () => {
    await addProducts(server(), { name: 'Квас', description: 'Хлебный' });
    const { user } = await open(LIST);
    await findRow('Квас');
    const usual = heads();
    expect(usual).toHaveLength(nomenclature.definition.columns.length);
    await user.click(screen.getByRole('button', { name: 'Вид' }));
    const choice = (name: string) => screen.getByRole('checkbox', { name });
    expect(choice('Артикул')).toBeChecked();
    await user.click(choice('Артикул'));
    await user.click(choice('Описание'));
    await user.keyboard('{Escape}');
    const chosen = [...usual.filter(head => head !== 'Артикул'), 'Описание'];
    await waitFor(() => expect(heads()).toEqual(chosen));
    expect(await cellsOf('Квас')).toContain('Хлебный');

    const again = await open(LIST);
    await findRow('Квас');
    expect(heads()).toEqual(chosen);
    await again.user.click(screen.getByRole('button', { name: 'Вид' }));
    await again.user.click(screen.getByRole('button', { name: 'Вернуть исходные столбцы' }));
    await again.user.keyboard('{Escape}');
    await waitFor(() => expect(heads()).toEqual(usual));
  });

  it('[L56] the columns are put in order by keys, and stay so on the next visit', async () => {
    await addProducts(server(), { name: 'Квас' });
    const { user } = await open(LIST);
    await findRow('Квас');
    const usual = heads();
    await user.click(screen.getByRole('button', { name: 'Вид' }));
    const handle = screen.getByRole('button', { name: 'Переместить «Цена, RUB»' });
    handle.focus();
    await user.keyboard(`${'{ArrowUp}'.repeat(usual.length)}{ArrowDown}`);
    expect(handle).toHaveFocus();
    expect(screen.getByText(/^Цена, RUB: место 2 из /)).toBeInTheDocument();
    await user.keyboard('{Escape}');
    const [name, first, ...others] = usual;
    const moved = [name, first, 'Цена, RUB', ...others.filter(head => head !== 'Цена, RUB')];
    await waitFor(() => expect(heads()).toEqual(moved));
    await open(LIST);
    await findRow('Квас');
    expect(heads()).toEqual(moved);
  });

  it('[L56] the columns are put in order by the mouse: the column goes where the pointer is', async () => {
    await addProducts(server(), { name: 'Квас' });
    const { user } = await open(LIST);
    await findRow('Квас');
    await user.click(screen.getByRole('button', { name: 'Вид' }));
    const items = () => screen.getAllByRole('button', { name: /^Переместить «/ }).map(one => one.closest('li'));
    // jsdom has no layout: the items stand 30 px apart.
    for (const item of items())
      Object.assign(item as HTMLElement, {
        getBoundingClientRect: () => ({ bottom: (items().indexOf(item) + 1) * 30 }),
      });
    const handle = screen.getByRole('button', { name: 'Переместить «Артикул»' });
    // …and no pointer events of its own.
    const point = (type: string, on: EventTarget, clientY: number) =>
      fireEvent(on as Element, Object.assign(new Event(type, { bubbles: true, cancelable: true }), { clientY }));
    point('pointermove', window, 100);
    point('pointerdown', handle, 10);
    point('pointermove', window, 70);
    point('pointerup', window, 70);
    point('pointermove', window, 10);
    expect(handle).toHaveFocus();
    await user.keyboard('{Escape}');
    const moved = ['Название', 'Штрихкод', 'Статус', 'Артикул', 'Бренд', 'Вес, кг', 'Цена, RUB'];
    await waitFor(() => expect(heads()).toEqual(moved));
  });

  it('[L56] the density and the rows on a page are chosen in the list, and stay so on the next visit', async () => {
    await addManyProducts(server(), 30);
    const { user } = await open(LIST);
    await findRow(numbered(1));
    await user.click(screen.getByRole('button', { name: 'Вид' }));
    await user.click(screen.getByRole('radio', { name: 'Плотная' }));
    await waitFor(() => expect(document.documentElement.dataset['density']).toBe('dense'));
    await user.keyboard('{Escape}');
    await user.selectOptions(screen.getByRole('combobox', { name: 'На странице' }), '25');
    await waitFor(() => expect(rowNames()).toEqual(numberedFrom(1, 25)));
    await open(LIST);
    await waitFor(() => expect(rowNames()).toEqual(numberedFrom(1, 25)));
    expect(document.documentElement.dataset['density']).toBe('dense');
    expect(screen.getByRole('combobox', { name: 'На странице' })).toHaveValue('25');
  });

  it('[L18, K12, E7] cells write numbers, days and money as Russians do, and empty ones are a quiet dash', async () => {
    const [brand] = await addValues(server(), 'brand', 'Своя полка');
    const [model] = await addModels(server(), { name: 'Сыры' });
    const filled = {
      name: 'Сыр',
      sku: 'S-1',
      barcode: '4600000000015',
      status: 'active' as const,
      weight: 1234.5,
      price: 1490,
      on_sale_from: '2026-05-12',
      by_weight: true,
      ...(brand && { brand_id: brand }),
    };
    const [, cheese] = await addProducts(server(), { name: 'Пусто' }, filled);
    const send = await server().as('admin');
    await send('PUT', `/products/${cheese?.id}`, { model_ids: [model?.id] });
    const { user } = await open(LIST);
    await findRow('Сыр');
    await user.click(screen.getByRole('button', { name: 'Вид' }));
    for (const name of ['Весовой', 'В продаже с', 'Модели']) await user.click(screen.getByRole('checkbox', { name }));
    await user.keyboard('{Escape}');

    const date = '12 мая 2026 г.';
    const cells = ['S-1', '4600000000015', 'Активен', 'Своя полка', '1 234,5', '1 490,00 RUB', 'Да', date, '1 модель'];
    expect(await cellsOf('Сыр')).toEqual(cells);
    expect(await cellsOf('Пусто')).toEqual(['—', '—', 'Черновик', '—', '—', '—', 'Нет', '—', '—']);
  });

  it('[L8] a list of 1,000 rows draws those in view, and others as it is scrolled', async () => {
    await addManyProducts(server(), 1000);
    await open(`${LIST}?perPage=1000&page=1&sort=price&order=ASC&filter=%7B%7D`);
    await findRow('Товар 001');
    const table = screen.getByRole('table');
    expect(table).toHaveAttribute('aria-rowcount', '1000');
    expect(screen.getByText('1 000 товаров')).toBeVisible();
    expect(rowNames().length).toBeLessThan(60);
    const scroller = table.parentElement as HTMLElement;
    scroller.scrollTop = 500 * 40;
    fireEvent.scroll(scroller);
    const row = await findRow('Товар 505');
    expect(row).toHaveAttribute('aria-rowindex', '506');
    expect(rowNames().length).toBeLessThan(60);
    expect(rowNames()).not.toContain('Товар 001');
  });
});

describe('Lists: what stays while others work', () => {
  it('[L61] what others change moves neither the scroll, nor the focus, nor the selection', async () => {
    await addManyProducts(server(), 200);
    await open(`${LIST}?perPage=200&page=1&sort=price&order=ASC&filter=%7B%7D`);
    await screen.findByText('Изменения видны сразу');
    const scroller = (await screen.findByRole('table')).parentElement as HTMLElement;
    scroller.scrollTop = 100 * 40;
    fireEvent.scroll(scroller);
    const link = within(await findRow('Товар 105')).getByRole('link');
    fireEvent.click(within(await findRow('Товар 103')).getByRole('checkbox'));
    link.focus();
    const send = await server().as('admin');
    await send('PUT', `/products/${link.closest('tr')?.dataset['id']}`, { status: 'active' });
    await waitFor(async () => expect(await cellsOf('Товар 105')).toContain('Активен'));
    expect(scroller.scrollTop).toBe(100 * 40);
    expect(link).toHaveFocus();
    expect(within(await findRow('Товар 103')).getByRole('checkbox')).toBeChecked();
  });
});

describe('Lists: changes made elsewhere', () => {
  beforeEach(() => addManyProducts(server(), 3));

  /** The list while its socket is connected. */
  const openLive = async () => {
    await open(LIST);
    await shows(...numberedFrom(1, 3));
    await screen.findByText('Изменения видны сразу');
    return server().as('admin');
  };

  it('[L19, F13, T31] a record changed by somebody else changes in the open list', async () => {
    const send = await openLive();
    await send('PUT', '/products/2', { status: 'active' });
    await waitFor(async () => expect(await cellsOf(numbered(2))).toContain('Активен'));
    expect(rowNames()).toEqual(numberedFrom(1, 3));
  });

  it('[L19] a record made by somebody else appears in the open list, a deleted one leaves it', async () => {
    const send = await openLive();
    await send('POST', '/products', { name: 'Товар 000' });
    await shows('Товар 000', ...numberedFrom(1, 3));
    await send('DELETE', '/products/2');
    await shows('Товар 000', numbered(1), numbered(3));
  });
});

describe('Lists: the keyboard', () => {
  beforeEach(() => addManyProducts(server(), 3));

  it('[U6] j and k move along the rows and Enter opens one', async () => {
    const { user } = await open(LIST);
    await shows(...numberedFrom(1, 3));
    const focused = () => document.activeElement?.textContent;
    await user.keyboard('j');
    expect(focused()).toBe(numbered(1));
    await user.keyboard('jjk');
    expect(focused()).toBe(numbered(2));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: numbered(2) })).toBeVisible();
  });

  it('[U3] back from a record the focus is on its row, from where the keys go on', async () => {
    const { user } = await open(LIST);
    await shows(...numberedFrom(1, 3));
    await user.click(screen.getByRole('link', { name: numbered(2) }));
    await user.click(await screen.findByRole('link', { name: 'К разделу «Номенклатура»' }));
    const link = await screen.findByRole('link', { name: numbered(2) });
    await waitFor(() => expect(link).toHaveFocus());
    await user.keyboard('j');
    expect(screen.getByRole('link', { name: numbered(3) })).toHaveFocus();
  });

  it('[U15] somebody who comes to a list from another page than its records finds the focus on its heading', async () => {
    const { user } = await open(LIST);
    await shows(...numberedFrom(1, 3));
    await user.click(screen.getByRole('link', { name: numbered(2) }));
    await screen.findByRole('heading', { name: numbered(2) });
    await user.click(screen.getByRole('link', { name: 'Каталог моделей' }));
    await screen.findByRole('heading', { name: 'Каталог моделей' });
    await user.click(screen.getByRole('link', { name: 'Номенклатура' }));
    await shows(...numberedFrom(1, 3));
    expect(screen.getByRole('heading', { name: 'Номенклатура' })).toHaveFocus();
  });

  it('[L121] a name is a link: with a modifier the browser opens it elsewhere, otherwise it opens in this page', async () => {
    const { user } = await open(LIST);
    await shows(...numberedFrom(1, 3));
    const link = () => screen.getByRole('link', { name: numbered(2) });
    const left: boolean[] = [];
    const see = (event: MouseEvent) => {
      left.push(!event.defaultPrevented);
      event.preventDefault();
    };
    window.addEventListener('click', see);
    for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }]) fireEvent.click(link(), init);
    window.removeEventListener('click', see);
    expect(left).toEqual([true, true, true]);
    const [, address = ''] = new URL(link().getAttribute('href') ?? '', window.location.href).pathname.split(
      '/content',
    );
    link().focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: numbered(2) });
    expect(window.location.pathname).toBe(`/content${address}`);
  });

  it('[U6] the keys are read by place, so that they work in the Russian layout', async () => {
    await open(LIST);
    await shows(...numberedFrom(1, 3));
    const press = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'о', code: 'KeyJ' });
    press();
    press();
    expect(document.activeElement).toHaveTextContent(numbered(2));
  });
});
