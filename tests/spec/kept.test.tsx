import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PROFILE_KEY } from '#providers/session/profileKey.ts';
import { applyStorageVersion } from '#providers/session/storedVersion.ts';
import { TOKENS_KEY } from '#providers/session/tokenStore.ts';
import { addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, load, answer } = useScreens();
const EDITOR = '/content/nomenclature/1/settings';

const field = (name: string) => screen.getByRole('textbox', { name });
const button = (name: string) => screen.getByRole('button', { name });
const note = () => screen.findByText(/^Остались несохранённые изменения/);
const editor = () => screen.findByRole('heading', { name: 'Квас' });
const stored = async () => (await (await server().as('admin'))('GET', '/products/1')).result;
const somebodyElse = async (changes: object) => (await server().as('admin'))('PUT', '/products/1', changes);
/** The form has had the time to offer what there is: its own record has been read after it. */
const noNote = async () => {
  await screen.findByText('Изменения видны сразу');
  expect(screen.queryByText(/^Остались несохранённые изменения/)).not.toBeInTheDocument();
};
const signInAs = async (role: 'product_manager' | 'content_manager') => {
  const { access, refresh } = await server().signIn(role);
  window.localStorage.removeItem(PROFILE_KEY);
  window.localStorage.setItem(TOKENS_KEY, JSON.stringify({ access, refresh }));
};

describe('Unsaved work of a form', () => {
  beforeEach(() => addProducts(server(), { name: 'Квас', sku: 'K-1', weight: 0.5, price: 90 }));

  const type = async (user: UserEvent, name: string, text: string) => {
    await user.clear(field(name));
    await user.type(field(name), text);
  };
  /** Name and weight typed over, the price in another tab too, and the tab of the browser is no more. */
  const loseTab = async () => {
    const { user } = await open(EDITOR);
    await editor();
    await type(user, 'Название', 'Квас хлебный');
    await type(user, 'Вес, кг', 'много');
    await user.click(screen.getByRole('link', { name: 'Цена' }));
    await type(user, 'Цена, RUB', '99,5');
  };
  const comeBack = async () => {
    const { user } = await load(EDITOR);
    await editor();
    return user;
  };

  it('[L30] [L31] is offered to who comes back, restored whole, and forgotten once it is saved', async () => {
    await loseTab();
    const user = await comeBack();
    expect(await note()).toHaveTextContent(/\(.+\): Название; Вес, кг; Цена, RUB\.$/);
    expect(field('Название')).toHaveValue('Квас');
    await user.click(button('Вернуть все'));
    await waitFor(() => expect(field('Название')).toHaveValue('Квас хлебный'));
    expect(field('Вес, кг')).toHaveValue('много');
    await type(user, 'Вес, кг', '0,7');
    await user.click(button('Сохранить'));
    await screen.findByRole('heading', { name: 'Квас хлебный' });
    expect(await stored()).toMatchObject({ name: 'Квас хлебный', weight: 0.7, price: 99.5 });
    await load(EDITOR);
    await screen.findByRole('heading', { name: 'Квас хлебный' });
    await noNote();
  });

  it('[L31] is restored field by field', async () => {
    await loseTab();
    const user = await comeBack();
    await note();
    await user.click(button('Выбрать'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Что вернуть в форму' }));
    const choice = (group: string, name: string) =>
      within(dialog.getByRole('group', { name: group })).getByRole('radio', { name });
    expect(choice('Цена, RUB', 'Введено')).toBeChecked();
    expect(choice('Вес, кг', 'Введено')).toHaveAccessibleDescription('много');
    await user.click(choice('Вес, кг', 'Сейчас'));
    await user.click(dialog.getByRole('button', { name: 'Внести в форму' }));
    await waitFor(() => expect(field('Название')).toHaveValue('Квас хлебный'));
    expect(field('Вес, кг')).toHaveValue('0,5');
    expect(screen.getByRole('region', { name: 'Не сохранено' })).toHaveTextContent('Название, Цена');
    await comeBack();
    expect(await note()).toHaveTextContent('Название; Цена, RUB.');
  });

  it('[L31] [L33] is discarded for good', async () => {
    await loseTab();
    const user = await comeBack();
    await note();
    await user.click(button('Отбросить'));
    await waitFor(() => expect(screen.queryByText(/^Остались/)).not.toBeInTheDocument());
    expect(field('Название')).toHaveValue('Квас');
    await comeBack();
    await noNote();
  });

  it('[L31] joins with a record that moved on in other fields', async () => {
    await loseTab();
    await somebodyElse({ sku: 'K-2' });
    const user = await comeBack();
    await note();
    await user.click(button('Вернуть все'));
    await waitFor(() => expect(field('Название')).toHaveValue('Квас хлебный'));
    expect(field('Артикул')).toHaveValue('K-2');
    await type(user, 'Вес, кг', '1');
    await user.click(button('Сохранить'));
    await screen.findByText('Сохранено');
    expect(await stored()).toMatchObject({ name: 'Квас хлебный', sku: 'K-2', version: 3 });
  });

  it('[L31] [L37] offers a choice where the record was changed in the same field', async () => {
    await loseTab();
    await somebodyElse({ name: 'Морс' });
    const { user } = await load(EDITOR);
    await screen.findByRole('heading', { name: 'Морс' });
    await note();
    await user.click(button('Вернуть все'));
    const dialog = within(await screen.findByRole('dialog'));
    const name = within(dialog.getByRole('group', { name: 'Название' }));
    expect(name.getByText('Было').parentElement).toHaveTextContent('Квас');
    expect(name.getByRole('radio', { name: 'Сейчас' })).toHaveAccessibleDescription('Морс');
    expect(name.getByRole('radio', { name: 'Введено' })).not.toBeChecked();
    expect(dialog.getByRole('button', { name: 'Внести в форму' })).toBeDisabled();
    await user.click(name.getByRole('radio', { name: 'Введено' }));
    await user.click(dialog.getByRole('button', { name: 'Внести в форму' }));
    await waitFor(() => expect(field('Название')).toHaveValue('Квас хлебный'));
  });

  it('[L33] that was saved after all, its answer lost, is not offered', async () => {
    const { user } = await open(EDITOR);
    await editor();
    await type(user, 'Название', 'Морс');
    await somebodyElse({ name: 'Морс' });
    await load(EDITOR);
    await screen.findByRole('heading', { name: 'Морс' });
    await noNote();
  });

  it('[L31] of a new record is offered on the next form, and forgotten once the record is made', async () => {
    const { user } = await open('/content/nomenclature/new');
    await screen.findByRole('heading', { name: 'Новый товар' });
    await user.type(field('Название'), 'Морс');
    const again = await load('/content/nomenclature/new');
    expect(await note()).toHaveTextContent('Название.');
    await again.user.click(button('Вернуть все'));
    await waitFor(() => expect(field('Название')).toHaveValue('Морс'));
    await again.user.click(button('Создать'));
    await screen.findByRole('heading', { name: 'Морс' });
    await load('/content/nomenclature/new');
    await screen.findByRole('heading', { name: 'Новый товар' });
    await noNote();
  });

  it('[L33] [L11] that the person left behind knowingly is not offered again', async () => {
    await loseTab();
    const user = await comeBack();
    await note();
    await user.click(button('Вернуть все'));
    await user.click(screen.getByRole('link', { name: 'К разделу «Номенклатура»' }));
    const question = within(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' }));
    await user.click(question.getByRole('button', { name: 'Уйти без сохранения' }));
    await user.click(await screen.findByRole('link', { name: 'Квас' }));
    await editor();
    await noNote();
  });

  it('[L33] [L11] that the person signed out of knowingly is not offered again', async () => {
    await loseTab();
    const { user, left } = await load(EDITOR);
    await note();
    await user.click(button('Вернуть все'));
    await user.click(screen.getByRole('button', { name: /^Учётная запись/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Выйти' }));
    const question = within(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' }));
    await user.click(question.getByRole('button', { name: 'Уйти без сохранения' }));
    await waitFor(() => expect(left).toEqual(['/login']));
    await signInAs('content_manager');
    await comeBack();
    await noNote();
  });

  it('[L31] [S26] survives a session that ended, also of who signs in another time', async () => {
    const { user, left } = await open(EDITOR);
    await editor();
    await type(user, 'Название', 'Квас хлебный');
    window.localStorage.setItem(TOKENS_KEY, JSON.stringify({ access: 'expired', refresh: 'ended' }));
    await user.click(button('Сохранить'));
    const ended = within(await screen.findByRole('dialog', { name: 'Сеанс закончился' }));
    await user.click(ended.getByRole('button', { name: 'Уйти без сохранения' }));
    await waitFor(() => expect(left).toEqual(['/login']));
    await signInAs('content_manager');
    await comeBack();
    expect(await note()).toHaveTextContent('Название.');
  });

  it('[L31] [T6] survives the version wipe', async () => {
    await loseTab();
    await applyStorageVersion({
      storage: window.localStorage,
      session: { signOut: async () => undefined },
      version: '9.9.9',
    });
    expect(window.localStorage.getItem(TOKENS_KEY)).toBeNull();
    await signInAs('content_manager');
    await comeBack();
    expect(await note()).toHaveTextContent('Название; Вес, кг; Цена, RUB.');
  });

  it('[L32] is never offered to another person, and still to whoever typed it', async () => {
    const { user } = await open(EDITOR, 'product_manager');
    await editor();
    await type(user, 'Название', 'Тайное');
    await signInAs('content_manager');
    await comeBack();
    await noNote();
    await signInAs('product_manager');
    await comeBack();
    expect(await note()).toHaveTextContent('Название.');
  });

  it('[L39] [L31] over a record that was deleted can be read and become a new record', async () => {
    await loseTab();
    await (await server().as('admin'))('DELETE', '/products/1');
    const { user } = await load(EDITOR);
    const missing = within(await screen.findByRole('alert'));
    await missing.findByText(/^Несохранённые изменения этой записи остались в этом браузере/);
    const term = (name: string) => missing.getByText(name).nextElementSibling;
    expect(term('Название')).toHaveTextContent('Квас хлебный');
    expect(term('Вес, кг')).toHaveTextContent('много');
    await user.click(missing.getByRole('button', { name: 'Создать заново' }));
    await screen.findByRole('heading', { name: 'Новый товар' });
    await waitFor(() => expect(field('Название')).toHaveValue('Квас хлебный'));
    expect(field('Артикул')).toHaveValue('K-1');
  });

  it('[L35] that cannot be stored leads to a quiet message, and saving works as usual', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no space', 'QuotaExceededError');
    });
    const { user } = await open(EDITOR);
    await editor();
    await type(user, 'Название', 'Квас хлебный');
    expect(await screen.findByText(/^Браузер не может хранить введённое/)).toBeVisible();
    put.mockRestore();
    await user.click(button('Сохранить'));
    await screen.findByRole('heading', { name: 'Квас хлебный' });
  });

  it('[L31] [N7] that could not be sent for want of a network is offered later', async () => {
    const { user } = await open(EDITOR);
    await editor();
    await type(user, 'Название', 'Квас хлебный');
    answer(http.put('*/api/products/1', () => HttpResponse.error()));
    await user.click(button('Сохранить'));
    await screen.findByText(/^Нет связи с сервером/);
    await comeBack();
    expect(await note()).toHaveTextContent('Название.');
  });
});
