import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { ImportProfile } from '#contract/preparing.ts';
import { importProfiles } from '#server/db/schema.ts';
import { IMPORT } from '#tests/support/importing.ts';
import { PAGE, usePreparedScreens } from '#tests/support/preparedScreen.ts';
import { column, mapping } from '#tests/support/profileSample.ts';

const { server, answer, complaints, open, load, openPage, send, title } = usePreparedScreens();

const PROFILES = `${IMPORT}/profiles`;

const profile = async (body: object = {}): Promise<ImportProfile> => {
  const other = await server().as('admin');
  return (await other('POST', PROFILES, { name: 'Ромашка', mapping, ...body })).result as ImportProfile;
};
const changeElsewhere = async ({ id }: ImportProfile, body: object) => {
  const other = await server().as('admin');
  expect((await other('PUT', `${PROFILES}/${id}`, body)).status).toBe(200);
};
const stored = async () => (await server().db.select().from(importProfiles).orderBy(importProfiles.id))[0];
const openProfile = async ({ id, name }: ImportProfile): Promise<UserEvent> => {
  const { user } = await open(`${PAGE}?profile=${id}`, 'admin');
  await screen.findByRole('heading', { name: `Поставщик «${name}»` });
  return user;
};
const nameInput = () => screen.getByRole('textbox', { name: 'Название' });
const rename = async (user: UserEvent, name: string) => {
  await user.clear(nameInput());
  await user.type(nameInput(), name);
};
const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Сохранить' }));
const choose = async (user: UserEvent, scope: ReturnType<typeof within>, label: string, option: string) => {
  await user.click(scope.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};

describe('§2 A profile without a table', () => {
  it('[I850] is renamed, and its rules, columns and conversions are changed and saved at once', async () => {
    await profile();
    const user = await openPage();
    await user.click(await screen.findByRole('button', { name: 'Ромашка' }));
    await screen.findByRole('heading', { name: 'Поставщик «Ромашка»' });
    expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull();
    await user.clear(nameInput());
    expect(nameInput()).toHaveAccessibleDescription('Впишите название');
    expect(screen.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
    await user.type(nameInput(), 'Василёк');
    await user.click(screen.getByRole('button', { name: 'Изменить правила' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Что можно делать' }), 'Только изменять');
    await user.click(screen.getByRole('checkbox', { name: 'Пустая ячейка стирает значение' }));
    await choose(user, within(document.body), 'Поле для столбца «Полка»', 'Вес, кг');
    await user.click(screen.getByRole('button', { name: 'Ещё о столбце «Имя»' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Столбец «Имя»' }));
    expect(dialog.queryByRole('table', { name: 'Первые строки' })).toBeNull();
    await choose(user, dialog, 'Преобразовать', 'Часть ячейки');
    await user.click(dialog.getByRole('button', { name: 'Применить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('cell', { name: 'Часть ячейки' })).toBeVisible();
    await save(user);
    expect(await screen.findByRole('heading', { name: 'Поставщик «Василёк»' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull());
    expect(await stored()).toMatchObject({
      name: 'Василёк',
      mapping: { changes: true, creates: false, clears: true },
    });
    expect((await stored())?.mapping.columns).toMatchObject([
      { field: 'sku' },
      { field: 'name', conversions: [{ kind: 'part', separator: ',', at: 1 }] },
      { field: 'weight' },
    ]);
  });

  it('[I850] loses a column, says where it can no longer find products, and reads the next table so', async () => {
    const kept = await profile();
    const user = await openProfile(kept);
    await user.click(screen.getByRole('button', { name: 'Убрать столбец «Код»' }));
    expect(screen.getByText(/Ни один столбец не показывает, какой это товар/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Отменить изменения' }));
    expect(screen.queryByText(/Ни один столбец не показывает/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Убрать столбец «Полка»' }));
    await save(user);
    await waitFor(async () => expect((await stored())?.mapping.columns).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'К импорту' }));
    await screen.findByRole('heading', { name: 'Перетащите таблицу сюда' });
    await send(user, [
      ['Код', 'Имя'],
      ['A-1', 'Квас'],
    ]);
    await title();
    expect(await screen.findByText('Столбцы как у поставщика «Ромашка»')).toBeVisible();
  });

  it('[I870] shows and changes which goods its tables are expected to have, and what becomes of the others', async () => {
    const user = await openProfile(await profile());
    const scope = () => screen.getByRole('combobox', { name: 'Товары, которых нет в файле' });
    const absent = async () => (await stored())?.mapping.absent;
    expect(scope()).toHaveDisplayValue('Не искать');
    await user.selectOptions(scope(), 'Были в прошлых файлах поставщика');
    await user.click(screen.getByRole('button', { name: 'Убрать в архив' }));
    await save(user);
    await waitFor(async () => expect(await absent()).toEqual({ scope: 'profile', archives: true }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull());
    await user.selectOptions(scope(), 'Не искать');
    expect(screen.queryByRole('button', { name: 'Убрать в архив' })).toBeNull();
    await save(user);
    await waitFor(async () => expect(await absent()).toBeUndefined());
  });

  it('[I850] that is gone is shown as gone, and one that has a taken name keeps what was typed', async () => {
    await profile({ name: 'Василёк' });
    const kept = await profile();
    const user = await openProfile(kept);
    await rename(user, 'василёк');
    await save(user);
    await waitFor(() => expect(nameInput()).toHaveAccessibleDescription(/уже/));
    expect(nameInput()).toHaveValue('василёк');
    await open(`${PAGE}?profile=999`, 'admin');
    expect(await screen.findByText('Этого поставщика больше нет')).toBeVisible();
  });

  it('[I811] that cannot be read, or whose versions cannot, is read again by a button', async () => {
    const kept = await profile();
    const down = new Set(['profile', 'versions']);
    const failing = (what: string) => () =>
      down.has(what) ? HttpResponse.json({ code: 500, message: '' }, { status: 500 }) : undefined;
    answer(
      http.get(`*/api${PROFILES}/:id`, failing('profile')),
      http.get(`*/api${PROFILES}/:id/versions`, failing('versions')),
    );
    const { user } = await open(`${PAGE}?profile=${kept.id}`, 'admin');
    await screen.findByRole('alert');
    expect(screen.getByRole('button', { name: 'К импорту' })).toBeVisible();
    down.delete('profile');
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    const history = within(await screen.findByRole('region', { name: 'История' }));
    await history.findByRole('alert');
    expect(nameInput()).toHaveValue('Ромашка');
    down.delete('versions');
    await user.click(history.getByRole('button', { name: 'Повторить' }));
    expect(await history.findByText('поставщика запомнили')).toBeVisible();
    expect(complaints().length).toBeGreaterThan(0);
  });

  it('[I851] that a colleague has saved meanwhile is not replaced until the user has decided', async () => {
    const kept = await profile();
    const user = await openProfile(kept);
    await rename(user, 'Моё');
    await changeElsewhere(kept, { name: 'Чужое' });
    await save(user);
    const conflict = within(await screen.findByRole('alert'));
    expect(conflict.getByText(/его сохранили: Анна Берёзкина, \d+ \S+, \d\d:\d\d/)).toBeVisible();
    expect(nameInput()).toHaveValue('Моё');
    expect(screen.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
    expect(await stored()).toMatchObject({ name: 'Чужое' });
    await user.click(conflict.getByRole('button', { name: 'Сохранить мои' }));
    await waitFor(async () => expect(await stored()).toMatchObject({ name: 'Моё' }));

    await screen.findByRole('heading', { name: 'Поставщик «Моё»' });
    await rename(user, 'Снова моё');
    await changeElsewhere(kept, { name: 'Снова чужое' });
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Отбросить мои' }));
    await waitFor(() => expect(nameInput()).toHaveValue('Снова чужое'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[I853] names the fields that are not there and keeps them', async () => {
    const columns = [...mapping.columns, column('Вкус', 'attributes.taste')];
    const kept = await profile({ mapping: { ...mapping, columns } });
    const user = await openProfile(kept);
    expect(screen.getByText(/Здесь нет поля «attributes.taste»/)).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Поле для столбца «Вкус»' })).toHaveValue('attributes.taste');
    await rename(user, 'Василёк');
    await save(user);
    await waitFor(async () => expect(await stored()).toMatchObject({ name: 'Василёк', mapping: { columns } }));
  });

  it('[I854] [I855] shows its versions, and one of them is put back after a question', async () => {
    const kept = await profile();
    await changeElsewhere(kept, { name: 'Василёк' });
    const columns = [column('Код', 'sku', { А: 'Б' }), column('Имя', 'description')];
    await changeElsewhere(kept, { mapping: { ...mapping, columns, key: ['barcode', 'sku'], clears: true } });
    const user = await openProfile({ ...kept, name: 'Василёк' });
    const history = within(await screen.findByRole('table', { name: 'История' }));
    const rows = await history.findAllByRole('row');
    expect(rows).toHaveLength(4);
    expect(rows[2]).toHaveTextContent('название: Ромашка → Василёк');
    expect(rows[3]).toHaveTextContent('поставщика запомнили');
    const last = within(rows[1] as HTMLElement);
    expect(last.getByText('как искать товар: Артикул → Штрихкод, Артикул')).toBeVisible();
    expect(last.queryByText('убран столбец «Полка»')).toBeNull();
    await user.click(last.getByRole('button', { name: 'ещё 2' }));
    expect(last.getByText('«Имя»: Название → Описание')).toBeVisible();
    expect(last.getByText('убран столбец «Полка»')).toBeVisible();

    await rename(user, 'Лютик');
    const back = () => within(rows[3] as HTMLElement).getByRole('button', { name: /Вернуть версию/ });
    expect(back()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Отменить изменения' }));
    await user.click(back());
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Вернуть' }));
    expect(await screen.findByRole('heading', { name: 'Поставщик «Ромашка»' })).toBeVisible();
    expect(await history.findByText(/вернули версию: /)).toBeVisible();
    expect(await stored()).toMatchObject({ name: 'Ромашка', mapping });
  });

  it('[I856] links the last import that read a table by it', async () => {
    const kept = await profile({ mapping: { ...mapping, columns: mapping.columns.slice(0, 2) } });
    const user = await openProfile(kept);
    expect(screen.getByText('Таблиц этого поставщика ещё не импортировали.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'К импорту' }));
    await screen.findByRole('heading', { name: 'Перетащите таблицу сюда' });
    await send(user, [
      ['Код', 'Имя'],
      ['A-1', 'Квас'],
      ['A-2', 'Морс'],
    ]);
    await title();
    await user.click(screen.getByRole('button', { name: 'Импортировать' }));
    await screen.findAllByText('Импорт завершён');
    await openProfile(kept);
    expect(screen.getByText(/Последний импорт:/)).toHaveTextContent(
      /^Последний импорт: товары\.csv, \d+ \S+, \d\d:\d\d, Анна Берёзкина, 2 строки$/,
    );
    expect(screen.getByRole('link', { name: 'товары.csv' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\?run=\d+$/),
    );
  });

  it('[I857] lists what it replaces, and forgets a replacement', async () => {
    const values = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`Марка ${at}`, 'Росток']));
    const columns = [column('Код', 'sku'), column('Бренд', 'brand_id', { ...values, 'без бренда': null })];
    const user = await openProfile(await profile({ mapping: { ...mapping, columns } }));
    const texts = () => within(screen.getByRole('table', { name: /^Замены/ }));
    expect(texts().getAllByRole('row')).toHaveLength(101);
    await user.click(screen.getByRole('button', { name: 'Показать ещё' }));
    expect(texts().getByRole('row', { name: /^без бренда пусто Бренд/ })).toBeVisible();
    await user.click(texts().getByRole('button', { name: 'Не заменять «Марка 7»' }));
    await save(user);
    await waitFor(async () =>
      expect(Object.keys((await stored())?.mapping.columns[1]?.values ?? {})).toHaveLength(101),
    );
    expect((await stored())?.mapping.columns[1]?.values).not.toHaveProperty('Марка 7');
  });

  it('[I944] lists and forgets replacements behind the conversions of a column as well', async () => {
    const brand = { ...column('Бренд', 'brand_id'), converted_values: { 'Росток ООО': 'Росток', Север: null } };
    const user = await openProfile(await profile({ mapping: { ...mapping, columns: [column('Код', 'sku'), brand] } }));
    const texts = within(screen.getByRole('table', { name: /^Замены/ }));
    expect(texts.getByRole('row', { name: /^Росток ООО Росток Бренд/ })).toBeVisible();
    await user.click(texts.getByRole('button', { name: 'Не заменять «Север»' }));
    await save(user);
    await waitFor(async () =>
      expect((await stored())?.mapping.columns[1]?.converted_values).toEqual({ 'Росток ООО': 'Росток' }),
    );
  });

  it('[I858] asks before unsaved changes are left, and offers them again after the tab has died', async () => {
    const kept = await profile();
    const user = await openProfile(kept);
    await rename(user, 'Василёк');
    await user.click(screen.getByRole('button', { name: 'К импорту' }));
    const question = within(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' }));
    await user.click(question.getByRole('button', { name: 'Остаться' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(nameInput()).toHaveValue('Василёк');
    const { user: next } = await load(`${PAGE}?profile=${kept.id}`);
    await screen.findByText(/Остались несохранённые изменения этого поставщика/);
    expect(nameInput()).toHaveValue('Ромашка');
    await next.click(screen.getByRole('button', { name: 'Вернуть' }));
    expect(nameInput()).toHaveValue('Василёк');
    await save(next);
    await waitFor(async () => expect(await stored()).toMatchObject({ name: 'Василёк' }));
  });
});
