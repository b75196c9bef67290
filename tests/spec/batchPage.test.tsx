import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq, sql } from 'drizzle-orm';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { batches, products } from '#server/db/schema.ts';
import { tryToClose } from '#tests/support/dialogs.ts';
import { hold } from '#tests/support/hold.ts';
import { imageForm, pngOf } from '#tests/support/images.ts';
import { runFileBy } from '#tests/support/importing.ts';
import { addManyProducts, addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();

const admin = () => server().as('admin');
const rows = () => screen.findAllByRole('article');
const heads = async () => (await rows()).map(row => within(row).getAllByRole('button')[0]?.textContent);

describe('The history by batch', () => {
  it('[J700] [J705] lists what was done by day, with names that are declined, and opens to its changes', async () => {
    await addManyProducts(server(), 344);
    const send = await admin();
    await runFileBy(server(), send, 'Артикул;Цена\nA-1;500\n', 'price.xlsx.csv', '');
    await send('PUT', '/products', {
      ids: Array.from({ length: 344 }, (_, at) => at + 1),
      data: { status: 'archived' },
    });
    await send('PUT', '/products/1', { price: 400, weight: 2 });
    await send('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    await send('PUT', '/categories/site', { categories: [{ name: 'Напитки', children: [] }] });
    await send('DELETE', '/products/2');
    await server().db.execute(sql`update batches set at = '2026-05-12T10:00:00Z' where kind = 'import'`);
    const { user } = await open('/content/history');
    const names = await heads();
    expect(names[0]).toMatch(/Удаление: товар «Товар 002»/);
    expect(names[1]).toMatch(/Дерево категорий: Сайт/);
    expect(names[2]).toMatch(/Создание: проект «Сайт»/);
    expect(names[3]).toMatch(/Товар «Товар 001»: (цена, вес|вес, цена)/);
    expect(names[4]).toMatch(/Статус 344 товаров.*344 записи.*344 изменения/);
    expect(names[5]).toMatch(/Импорт price\.xlsx\.csv, \d\d:\d\d/);
    expect(screen.getByRole('heading', { level: 2, name: 'Сегодня' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: '12 мая' })).toBeVisible();
    expect(screen.getByText('6 записей истории')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Товар «Товар 001»/ }));
    const changes = within(await screen.findByRole('region', { name: /Изменения: Товар «Товар 001»/ }));
    expect(await changes.findByText('Вес, кг')).toBeVisible();
    expect(window.location.search).toMatch(/^\?batch=\d+$/);
  });

  it('[J674] [J720] a batch is undone from the history and from the panel of a record, and the list shows it', async () => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок' });
    const send = await admin();
    await send('PUT', '/products', { ids: [1, 2], data: { status: 'archived' } });
    const { user } = await open('/content/history');
    await user.click(await screen.findByRole('button', { name: /Статус 2 товаров/ }));
    await user.click(await screen.findByRole('button', { name: 'Отменить: Статус 2 товаров' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Отменить: Статус 2 товаров' }));
    await dialog.findByText('Вернётся записей: 2');
    await user.click(dialog.getByRole('button', { name: 'Отменить' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    const [undone, undoing] = screen.getAllByRole('article').toReversed();
    expect(undone).toHaveTextContent('отменено');
    expect(undoing).not.toHaveTextContent('отменено');
    await user.click(await within(undone as HTMLElement).findByRole('link', { name: /^Отменено .*\d\d:\d\d$/ }));
    const [only] = await screen.findAllByRole('button', { expanded: true });
    expect(only).toHaveTextContent('Возврат');
    expect(await server().db.$count(products, eq(products.status, 'draft'))).toBe(2);
    await open('/content/nomenclature/1/settings');
    await user.click(await screen.findByRole('button', { name: 'История' }));
    const panel = within(await screen.findByRole('dialog', { name: /Квас/ }));
    const [latest] = await panel.findAllByRole('button', { name: /^Отменить: / });
    await user.click(latest as HTMLElement);
    const second = within(await screen.findByRole('dialog', { name: /^Отменить: Возврат, / }));
    await second.findByText('Вернётся записей: 2');
    await user.click(second.getByRole('button', { name: 'Отменить' }));
    await waitFor(async () => expect(await server().db.$count(products, eq(products.status, 'archived'))).toBe(2));
  });

  it('[J704] of a large batch only the changes in sight are read and drawn', async () => {
    await addProducts(server(), { name: 'Квас' });
    await (await admin())('PUT', '/products/1', { name: 'Морс' });
    await server().db.execute(
      sql`insert into changes (batch_id, draft_id, entity, record_id, field, item, after)
        select (select id from batches), 1, 'nomenclature', i, '', '', jsonb_build_object('name', 'Товар ' || i)
        from generate_series(2, 5000) i`,
    );
    const [batch] = await server().db.select().from(batches);
    await open(`/content/history?batch=${batch?.id}`);
    const list = await screen.findByRole('region', { name: /Изменения:/ });
    await waitFor(() => expect(within(list).getAllByRole('heading').length).toBeGreaterThan(3));
    expect(within(list).getAllByRole('listitem').length).toBeLessThan(60);
    expect(within(list).getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '5000');
  });

  it('[J701] the filters are in the address, and can be reset', async () => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок' });
    const send = await admin();
    await send('PUT', '/products/1', { name: 'Морс' });
    await send('PUT', '/products', { ids: [1, 2], data: { status: 'archived' } });
    const { user } = await open('/content/history');
    expect(await rows()).toHaveLength(2);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Что сделано' }), 'Правка списком');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(window.location.search).toBe('?kind=bulk');
    await user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    await user.type(await screen.findByRole('searchbox', { name: 'Название или файл' }), 'морс');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Раздел' }), 'Номенклатура');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Поле' }), 'Название');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(decodeURI(window.location.search)).toBe('?word=морс&entity=nomenclature&field=name');
    await open('/content/history?word=нет');
    expect(await screen.findByText('По этим условиям ничего нет')).toBeVisible();
    await open('/content/history?unpublished=true&entity=nomenclature&record_id=1');
    expect(await screen.findByText('Одна запись: Морс')).toBeVisible();
  });

  it('[J703] bars by day and person lead to their list, and Shift with an arrow selects days', async () => {
    await addProducts(server(), { name: 'Квас' });
    const send = await admin();
    await send('PUT', '/products/1', { name: 'Морс' });
    await send('PUT', '/products/1', { name: 'Сок' });
    const { user } = await open('/content/history');
    const chart = within(await screen.findByRole('region', { name: 'Изменения по дням' }));
    const bar = await chart.findByRole('link', { name: /^Анна Берёзкина, .*: 2$/ });
    bar.focus();
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(window.location.search).toMatch(/^\?since=\d{4}-\d\d-\d\d&until=\d{4}-\d\d-\d\d$/);
    await user.click(bar);
    const query = new URLSearchParams(window.location.search);
    expect(query.get('since')).toBe(query.get('until'));
    expect(query.get('user')).toMatch(/^\d+$/);
    expect(await rows()).toHaveLength(2);
  });

  it('[J703] a drag over days selects them and opens no bar', async () => {
    await addProducts(server(), { name: 'Квас' });
    await (await admin())('PUT', '/products/1', { name: 'Морс' });
    await open('/content/history');
    const bar = await screen.findByRole('link', { name: /^Анна Берёзкина, .*: 1$/ });
    const area = bar.closest('ul') as HTMLElement;
    area.getBoundingClientRect = () => ({
      left: 0,
      width: 300,
      top: 0,
      height: 28,
      right: 300,
      bottom: 28,
      x: 0,
      y: 0,
      toJSON: () => '',
    });
    const drag = { button: 0, pointerId: 1, bubbles: true };
    const chart = area.closest('section')?.querySelector<HTMLElement>('div');
    if (chart) chart.setPointerCapture = () => {};
    fireEvent.pointerDown(bar, { ...drag, clientX: 205 });
    fireEvent.pointerMove(bar, { ...drag, clientX: 245 });
    fireEvent.pointerUp(bar, { ...drag, clientX: 245 });
    const query = new URLSearchParams(window.location.search);
    const days = (Date.parse(query.get('until') ?? '') - Date.parse(query.get('since') ?? '')) / 86_400_000;
    expect(days).toBe(4);
    expect(query.get('user')).toBeNull();
  });

  it('[J706] [L700] a version in the panel of any record is compared with now, and put back by field and whole', async () => {
    const send = await admin();
    await send('POST', '/reference/brand/value', { name: 'Заря' });
    await send('PUT', '/reference/brand/value/1', { synonyms: 'Zarya', code: 'z' });
    await send('PUT', '/reference/brand/value/1', { synonyms: 'Dawn', name: 'Рассвет', code: 'd' });
    const { user } = await open('/content/settings/reference/brand/1');
    await user.click(await screen.findByRole('button', { name: 'История' }));
    const panel = within(await screen.findByRole('dialog', { name: 'История: Рассвет' }));
    await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(3));
    const [version] = panel.getAllByRole('button', { name: /^Сравнить с текущей/ });
    await user.click(version as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: /^Версия от/ }));
    await user.click(await dialog.findByRole('button', { name: 'Вернуть: Код' }));
    expect(await screen.findByText('Вернули: Код')).toBeVisible();
    expect((await send('GET', '/reference/brand/value/1')).result).toMatchObject({ code: 'z', name: 'Рассвет' });
    const { released, release } = hold();
    answer(http.post('*/api/batches/*/version', () => released));
    await user.click(dialog.getByRole('button', { name: 'Вернуть эту версию' }));
    await tryToClose(user);
    release();
    expect(await screen.findByText('Вернули: Рассвет')).toBeVisible();
    expect((await send('GET', '/reference/brand/value/1')).result).toMatchObject({ name: 'Заря', synonyms: 'Zarya' });
  });

  it('[J708] a price beyond the limit is marked in the list, and in the changes', async () => {
    await addProducts(server(), { name: 'Квас', price: 100 }, { name: 'Сок', price: 100 });
    const send = await admin();
    await send('PUT', '/products/1', { price: 150 });
    await send('PUT', '/products/2', { price: 110 });
    const { user } = await open('/content/history');
    const [small, large] = await rows();
    await waitFor(() => expect(large).toHaveTextContent('цена до +50 %'));
    expect(small).not.toHaveTextContent('цена до');
    await user.click(within(large as HTMLElement).getAllByRole('button')[0] as HTMLElement);
    expect(await within(large as HTMLElement).findByTitle('Цена изменилась больше чем на 30 %')).toBeInTheDocument();
  });

  it('[J708] the question before a bulk edit says how many prices change by more than the limit that is set', async () => {
    await addProducts(server(), { name: 'Квас', price: 100 }, { name: 'Сок', price: 60 });
    await (await admin())('PUT', '/history-settings', { keep_days: 400, price_percent: 20 });
    const { user } = await open('/content/nomenclature');
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать все на странице' }));
    await user.click(
      within(screen.getByRole('region', { name: 'Выбранное' })).getByRole('button', { name: 'Изменить' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('combobox', { name: 'Какое поле изменить' }));
    await user.click(await screen.findByRole('option', { name: 'Цена, RUB' }));
    await user.type(await dialog.findByRole('textbox', { name: /^Цена/ }), '76');
    await user.click(dialog.getByRole('button', { name: 'Проверить' }));
    expect(await dialog.findByText(/^2 цены изменятся/)).toHaveTextContent(
      '1 вырастет больше чем на 20 %, 1 упадёт больше чем на 20 %',
    );
  });

  it('[J705] names what was done to each kind of record, with the forms of its number, in both languages', async () => {
    await addManyProducts(server(), 5);
    const send = await admin();
    await send('POST', '/reference/brand/value/many', { names: ['Заря', 'Рассвет', 'Закат'] });
    await send('PUT', '/reference/brand/value', { ids: [1, 2, 3], data: { synonyms: 'x' } });
    await send('POST', '/matrices', { name: 'Зима' });
    await send('POST', '/matrices', { name: 'Лето' });
    await send('POST', '/matrices/1/products', { ids: [1, 2] });
    await send('POST', '/matrices/merge', { source_ids: [1, 2], target: { name: 'Год' }, delete_sources: false });
    await send('PUT', '/products', { ids: [1, 2], data: { status: 'archived' } });
    await send('PUT', '/products', { ids: [1, 2, 3, 4, 5], data: { status: 'active', weight: 1 } });
    await send('DELETE', '/products', { ids: [4, 5] });
    await send('POST', '/trash/restore', { resource: 'nomenclature', ids: [4, 5] });
    const pictures = await Promise.all(['red', 'blue'].map(async name => [`${name}.png`, await pngOf(name)] as const));
    await (await server().as('photographer'))('POST', '/products/1/images', imageForm(...pictures));
    const { user } = await open('/content/history');
    await rows();
    const names = () => screen.getAllByRole('article').map(row => row.querySelector('b')?.textContent);
    expect(names()).toEqual([
      'Фото: товар «Товар 001», 2 файла',
      'Восстановление: 2 товара',
      'Удаление: 2 товара',
      'Статус и вес 5 товаров',
      'Статус 2 товаров',
      'Объединение матриц',
      'Связи: матрица «Зима»',
      'Создание: матрица «Лето»',
      'Создание: матрица «Зима»',
      'Синонимы 3 значений',
      'Создание: 3 значения',
    ]);
    await user.click(screen.getByRole('button', { name: 'Язык: Русский' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'English' }));
    await waitFor(() => expect(names()[0]).toMatch(/^Images/));
    expect(names()).toEqual([
      'Images: product “Товар 001”, 2 files',
      'Restored: 2 products',
      'Deleted: 2 products',
      'Status and weight of 5 products',
      'Status of 2 products',
      'Merged matrices',
      'Links: matrix “Зима”',
      'Created: matrix “Лето”',
      'Created: matrix “Зима”',
      'Synonyms of 3 values',
      'Created: 3 values',
    ]);
  });

  it('[J707] [U720] the settings of the history are changed on a page of their own', async () => {
    const { user } = await open('/content/settings/history');
    const days = await screen.findByRole('textbox', { name: /Хранить, дней/ });
    await user.clear(days);
    await user.type(days, '5');
    expect(screen.getByText('Целое число от 30 до 10 000')).toBeVisible();
    const save = screen.getByRole('button', { name: 'Сохранить' });
    expect(save).toBeDisabled();
    expect(save.closest('header')).toContainElement(screen.getByRole('heading', { level: 1 }));
    await user.clear(days);
    await user.type(days, '90');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Настройки истории сохранены')).toBeVisible();
    expect((await (await admin())('GET', '/history-settings')).result).toEqual({ keep_days: 90, price_percent: 30 });
  });
});
