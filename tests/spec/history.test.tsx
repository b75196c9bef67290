import { screen, waitFor, within } from '@testing-library/react';
import { sql } from 'drizzle-orm';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { tryToClose } from '#tests/support/dialogs.ts';
import { hold } from '#tests/support/hold.ts';
import { addImages } from '#tests/support/images.ts';
import { closeAll } from '#tests/support/recordedDrafts.ts';
import { addManyProducts, addModels, addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();

const LONG = 'Мягкий вкус с нотами карамели и ореха';
const at = new Date('2026-05-12T10:00:00Z');
const RUN = 7;
const publish = (...faultyProducts: number[]) => closeAll(server(), { runId: RUN, at, faultyProducts });
const admin = () => server().as('admin');
const section = async (name: string) => within(await screen.findByRole('region', { name }));
/** The changes of the draft that is open, by the field that changed. */
const fieldOf = (name: string) => {
  const term = screen.getAllByRole('term').find(({ textContent }) => textContent === name);
  return within(term?.parentElement as HTMLElement);
};

describe('The history of changes', () => {
  it('[F10] [R30] [R63] [R64] shows current and published drafts, each with author, time and size', async () => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок' });
    await (await admin())('PUT', '/products', { ids: [1, 2], data: { status: 'active' } });
    await publish(1);
    await (await server().as('content_manager'))('PUT', '/products/1', { name: 'Морс', weight: 1 });
    const { user } = await open('/content/history?view=drafts', 'photographer');
    const current = (await section('Текущие изменения')).findByRole('button', { name: /Анна Берёзкина/ });
    expect(await current).toHaveTextContent(/правки с.*2 изменения.*1 товар.*Морс/);
    const published = await (await section('История')).findByRole('button', { name: /Анна Берёзкина/ });
    expect(published).toHaveTextContent(/опубликовано 12 мая.*2 изменения.*2 товара.*1 ошибка/);
    await user.click(published);
    expect(await screen.findAllByRole('heading', { level: 3 })).toHaveLength(2);
    expect(window.location.search).toBe('?view=drafts&draft=1');
  });

  it.each(['all-currents', 'history'])('[F10] stands where %s is answered in another shape', async list => {
    const result = { items: { items: 'none' } };
    answer(http.get(`*/api/drafts/${list}`, () => HttpResponse.json({ code: 200, message: 'success', result })));
    await open('/content/history?view=drafts');
    const page = within(await screen.findByRole('main'));
    expect(await page.findByRole('alert')).toBeVisible();
    expect(page.getByRole('heading', { level: 1, name: 'История изменений' })).toBeVisible();
    expect(complaints().join()).toContain(`GET /drafts/${list}: unreadable`);
  });

  it('[O7] of another order the first moves are named, and how many more there are', async () => {
    const send = await admin();
    const ids = (await addManyProducts(server(), 13)).map(({ id }) => id);
    await send('POST', '/matrices', { name: 'Зима' });
    await send('POST', '/matrices/1/products', { ids });
    await publish();
    await send('PUT', '/matrices/1/products', { ids: ids.toReversed(), before_id: null });
    await open('/content/history?draft=2');
    await screen.findByRole('link', { name: 'Зима' });
    const order = fieldOf('Порядок товаров');
    expect(order.getByText('Порядок изменён: переставлено 12 из 13')).toBeVisible();
    expect(order.getAllByRole('listitem')).toHaveLength(10);
    expect(order.getByText('Товар 013: место 13 → 1')).toBeVisible();
    expect(order.getByText('и ещё 2')).toBeVisible();
  });

  it('[J11] a change is read at a glance: words, numbers, paths, names, pictures', async () => {
    const send = await admin();
    await addProducts(server(), { name: 'Квас', description: LONG, price: 80 });
    await addModels(server(), { name: 'Летний' });
    await send('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    const node = (name: string, ...children: object[]) => ({ name, children });
    await send('PUT', '/categories/site', { categories: [node('Еда', node('Напитки'))] });
    await publish();
    await send('PUT', '/products/1', {
      description: LONG.replace('карамели', 'шоколада'),
      price: 100,
      model_ids: [1],
      categories: [2],
      prices: [{ project_id: 1, amount: 90, currency: 'RUB' }],
    });
    const [image] = await addImages(server(), '/products/1/images', 'red');
    await open('/content/history?draft=2');
    expect(await screen.findByRole('link', { name: 'Квас' })).toHaveAttribute(
      'href',
      '/content/nomenclature/1/settings',
    );
    const description = fieldOf('Описание');
    expect(description.getByText('карамели').closest('del')).toBeVisible();
    expect(description.getByText('шоколада').closest('ins')).toBeVisible();
    expect(fieldOf('Цена, RUB').getByText(/\+20 \(\+25 %\)/)).toBeVisible();
    expect(fieldOf('Категории').getByText('Еда / Напитки')).toBeVisible();
    expect(fieldOf('Модели').getByText('Летний')).toBeVisible();
    expect(fieldOf('Цены проектов, RUB').getByText('Сайт:')).toBeVisible();
    await open('/content/history?draft=3');
    expect(await screen.findByRole('img', { name: 'Изображение red.png' })).toHaveAttribute(
      'src',
      expect.stringContaining(image?.addresses.medium ?? 'no image'),
    );
    expect(fieldOf('Изображения').getByText('Добавлено')).toBeVisible();
  });

  it('[J9] [J640] a change is put back after a question that shows what becomes of it', async () => {
    await addProducts(server(), { name: 'Квас' });
    await (await admin())('PUT', '/products/1', { name: 'Морс' });
    const { user } = await open('/content/history?draft=1');
    await user.click(await screen.findByRole('button', { name: 'Вернуть: Название' }));
    const question = within(await screen.findByRole('dialog', { name: 'Вернуть прежнее значение?' }));
    expect(question.getByText('Морс', { selector: 'del' })).toBeVisible();
    expect(question.getByText('Квас', { selector: 'ins' })).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Вернуть' }));
    expect(await screen.findByText('Вернули: Название, Квас')).toBeVisible();
    expect((await (await admin())('GET', '/products/1')).result).toMatchObject({ name: 'Квас' });
  });

  it('[L700] the question about a change stays until the outcome is there', async () => {
    await addProducts(server(), { name: 'Квас' });
    await (await admin())('PUT', '/products/1', { name: 'Морс' });
    const { released, release } = hold();
    answer(http.post('*/api/drafts/*/revert', () => released));
    const { user } = await open('/content/history?draft=1');
    await user.click(await screen.findByRole('button', { name: 'Вернуть: Название' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Вернуть' }));
    await tryToClose(user);
    release();
    expect(await screen.findByText('Вернули: Название, Квас')).toBeVisible();
  });

  it('[J460] a reverted change is marked as reverted at once, and after a reload', async () => {
    await addProducts(server(), { name: 'Квас' });
    await (await admin())('PUT', '/products/1', { name: 'Морс' });
    await publish();
    const { user } = await open('/content/history?draft=1');
    await user.click(await screen.findByRole('button', { name: 'Вернуть: Название' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Вернуть' }));
    await screen.findByText('Вернули: Название, Квас');
    expect(fieldOf('Название').getByText('Возвращено')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Вернуть: Название' })).not.toBeInTheDocument();
    await open('/content/history?draft=1');
    expect(await screen.findByText('Возвращено')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Вернуть: Название' })).not.toBeInTheDocument();
    await (await admin())('PUT', '/products/1', { name: 'Вода' });
    expect(await screen.findByRole('button', { name: 'Вернуть: Название' })).toBeVisible();
  });

  it('[J461] under the pointer the changes of an open draft keep their places', async () => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок' });
    const send = await admin();
    await send('PUT', '/products/1', { weight: 1 });
    await send('PUT', '/products/2', { weight: 1 });
    const { user } = await open('/content/history?draft=1');
    const named = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    await screen.findByRole('link', { name: 'Сок' });
    const before = named();
    await user.hover(screen.getByRole('link', { name: 'Сок' }));
    await send('PUT', '/products/1', { weight: 2, price: 5 });
    await screen.findByRole('button', { name: /3 изменения/ });
    expect(named()).toEqual(before);
    await user.unhover(screen.getByRole('link', { name: 'Сок' }));
    await waitFor(() => expect(named()).toEqual(before.toReversed()));
  });

  it('[J9] a value changed since is shown beside the draft’s value', async () => {
    await addProducts(server(), { name: 'Квас' });
    const send = await admin();
    await send('PUT', '/products/1', { name: 'Морс' });
    await publish();
    await send('PUT', '/products/1', { name: 'Вода' });
    const { user } = await open('/content/history?draft=1');
    await user.click(await screen.findByRole('button', { name: 'Вернуть: Название' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Вернуть' }));
    const told = within(await screen.findByRole('dialog', { name: 'Значение с тех пор уже другое' }));
    expect(told.getByText('Морс', { selector: 'del' })).toBeVisible();
    expect(told.getByText('Вода', { selector: 'ins' })).toBeVisible();
  });

  it('[T32] [T33] [P7] the header, the drafts and the open changes follow what others change, without a reload', async () => {
    await addProducts(server(), { name: 'Квас' });
    const { user } = await open('/content/history?view=drafts');
    expect(await screen.findByText('Неопубликованных изменений нет')).toBeVisible();
    await screen.findByText('Изменения видны сразу');
    expect(screen.queryByText(/Не опубликовано:/)).not.toBeInTheDocument();
    await (await admin())('PUT', '/products/1', { name: 'Морс' });
    await user.click(await screen.findByRole('button', { name: /1 изменение/ }));
    expect(await screen.findByText('Морс', { selector: 'ins' })).toBeVisible();
    await (await admin())('PUT', '/products/1', { name: 'Чай' });
    expect(await screen.findByText('Чай', { selector: 'ins' })).toBeVisible();
    await (await server().as('content_manager'))('PUT', '/products/1', { weight: 1 });
    const mark = await screen.findByRole('link', { name: /Не опубликовано: 1 изменение/ });
    await user.click(mark);
    expect(await screen.findByRole('button', { name: 'Вернуть: Вес, кг' })).toBeVisible();
    expect(window.location.search).toMatch(/^\?user=\d+&draft=2$/);
    await publish();
    await (await admin())('PUT', '/products/1', { name: 'Вода' });
    expect(await (await section('История')).findByRole('button', { name: /1 изменение/ })).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/Не опубликовано:/)).not.toBeInTheDocument());
  });

  it('[P7] a user without change.show-current has no draft in the header', async () => {
    await addProducts(server(), { name: 'Квас' });
    await (await server().as('accountant'))('PUT', '/products/1', { price: 5 });
    await open('/content/history?view=drafts', 'accountant');
    expect(await screen.findByRole('button', { name: /1 изменение/ })).toBeVisible();
    expect(screen.queryByText(/Не опубликовано:/)).not.toBeInTheDocument();
  });

  it('[R65] [E13] the filter is in the address: whose, with which outcome, which page', async () => {
    await addProducts(server(), { name: 'Квас' });
    const send = await admin();
    for (let weight = 1; weight <= 11; weight += 1) {
      await send('PUT', '/products/1', { weight });
      await publish(...(weight === 1 ? [1] : []));
    }
    const { user } = await open('/content/history?view=drafts');
    const history = await section('История');
    await waitFor(() => expect(history.getAllByRole('listitem')).toHaveLength(10));
    await user.click(history.getByRole('button', { name: 'Следующая страница' }));
    await waitFor(() => expect(history.getAllByRole('listitem')).toHaveLength(1));
    expect(window.location.search).toBe('?view=drafts&page=2');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Ошибки при публикации' }), 'Есть');
    expect(await history.findByText('1 ошибка')).toBeVisible();
    expect(window.location.search).toBe('?view=drafts&status=faulty');
    await open('/content/history?status=clean&user=999');
    expect(await screen.findByText('По этим условиям ничего нет')).toBeVisible();
  });

  it('[E13] [R65] a page beyond the last is the last', async () => {
    await addProducts(server(), { name: 'Квас' });
    await (await admin())('PUT', '/products/1', { weight: 1 });
    await publish();
    await open('/content/history?page=999&status=history');
    expect(await (await section('История')).findByRole('button', { name: /Анна Берёзкина/ })).toBeVisible();
    expect(window.location.search).toBe('?page=1&status=history&view=drafts');
  });

  it('[J14] a published draft leads to its run, for those who see runs', async () => {
    await addProducts(server(), { name: 'Квас' });
    await (await admin())('PUT', '/products/1', { name: 'Морс' });
    await publish();
    await open('/content/history?draft=1');
    const link = await screen.findByRole('link', { name: /Публикация, её журнал/ });
    expect(link).toHaveAttribute('href', `/content/synchronization?run=${RUN}`);
    await open('/content/history?draft=1', 'photographer');
    await screen.findByText('Морс', { selector: 'ins' });
    expect(screen.queryByRole('link', { name: /Публикация, её журнал/ })).not.toBeInTheDocument();
  });

  it('[J12] of the changes of an import only those in sight are read and drawn', async () => {
    await addProducts(server(), { name: 'Квас' });
    await (await admin())('PUT', '/products/1', { name: 'Морс' });
    await server().db.execute(
      sql`insert into changes (batch_id, draft_id, entity, record_id, field, item, after)
        select 1, 1, 'nomenclature', i, '', '', jsonb_build_object('name', 'Товар ' || i) from generate_series(2, 5000) i`,
    );
    await open('/content/history?draft=1');
    const list = await screen.findByRole('region', { name: /Изменения:/ });
    await waitFor(() => expect(within(list).getAllByRole('heading').length).toBeGreaterThan(3));
    expect(within(list).getAllByRole('listitem').length).toBeLessThan(60);
    expect(within(list).getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '5000');
  });
});

describe('The history of one record', () => {
  it('[J10] is opened beside its editor: who, when, and what', async () => {
    await addProducts(server(), { name: 'Квас' });
    await (await admin())('PUT', '/products/1', { name: 'Морс' });
    await publish();
    await (await admin())('PUT', '/products/1', { weight: 2 });
    const { user } = await open('/content/nomenclature/1/settings');
    await user.click(await screen.findByRole('button', { name: 'История' }));
    const panel = within(await screen.findByRole('dialog', { name: 'История: Морс' }));
    const [latest, first] = await panel.findAllByRole('listitem');
    expect(latest).toHaveTextContent(/Анна Берёзкина.*не опубликовано.*Вес, кг/);
    expect(first).toHaveTextContent(/Название.*Квас.*Морс/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'История' })).toHaveFocus();
  });
});
