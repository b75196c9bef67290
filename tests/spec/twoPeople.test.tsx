import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { addReference } from '#tests/support/attributes.ts';
import { itemsIn, recordIn, type Sample } from '#tests/support/samples.ts';
import { goTo, useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

interface Editor {
  /** Of the API, whose answers have the record's number. */
  path: string;
  /** Created before the record that is edited, where the only one of its kind cannot be deleted. */
  before?: object;
  record: object;
  address: (id: number) => string;
  label: string | RegExp;
  name: string;
  /** What the other person changes meanwhile. */
  theirs: object;
}

const setting =
  (kind: string) =>
  (id: number): string =>
    `/content/settings/${kind}/${id}/edit`;

/** Editors whose form merges what others save when it is saved itself. */
const own: readonly (readonly [string, Editor])[] = [
  [
    'user',
    {
      path: '/users',
      record: { first_name: 'Олег', last_name: 'Зимин', email: 'zimin@example.com', role: 'accountant' },
      address: id => `/content/users/${id}/edit`,
      label: 'Имя',
      name: 'first_name',
      theirs: { middle_name: 'Ильич' },
    },
  ],
  [
    'role',
    {
      path: '/roles',
      record: { name: 'Кладовщик', slug: 'storekeeper', permissions: [] },
      address: id => `/content/roles/${id}/edit`,
      label: 'Название',
      name: 'name',
      theirs: { permissions: [{ slug: 'products.show-list' }] },
    },
  ],
  [
    'value of a reference',
    {
      path: '/reference/brand/value',
      record: { name: 'Ясень' },
      address: setting('reference/brand'),
      label: 'Название',
      name: 'name',
      theirs: { archived: true },
    },
  ],
  [
    'attribute',
    {
      path: '/attribute',
      record: { name: 'Состав', code: 'composition' },
      address: setting('attribute'),
      label: 'Название',
      name: 'name',
      theirs: { archived: true },
    },
  ],
];
/** Those made of react-admin's parts, which follow at once. */
const stock: readonly (readonly [string, Editor])[] = [
  [
    'language',
    {
      path: '/language',
      before: { name: 'Русский', code: 'ru' },
      record: { name: 'English', code: 'en' },
      address: setting('language'),
      label: /^Название/,
      name: 'name',
      theirs: { code: 'english' },
    },
  ],
];

describe.each([...own, ...stock])('The editor of one %s in two windows', (kind, editor) => {
  const { path, label, name, theirs } = editor;
  const isStock = stock.some(([one]) => one === kind);
  const begin = async () => {
    const other = await server().as('admin');
    if (editor.before) await other('POST', path, editor.before);
    const made = await other('POST', path, editor.record);
    expect(made).toMatchObject({ status: 200 });
    const { id } = recordIn(made);
    const { user } = await open(editor.address(id), 'admin');
    const field = await screen.findByRole('textbox', { name: label });
    await screen.findByText('Изменения видны сразу');
    await user.type(field, '!');
    const text = (field as HTMLInputElement).value;
    const stored = async (): Promise<unknown> => (await other('GET', `${path}/${id}`)).result;
    return { user, other, id, field, text, stored };
  };

  it('[T690] stores what was typed together with what the other person saved in another field', async () => {
    const { user, other, id, field, text, stored } = await begin();
    expect(await other('PUT', `${path}/${id}`, theirs)).toMatchObject({ status: 200 });
    if (isStock) expect(await screen.findByDisplayValue('english')).toBeVisible();
    else expect(await screen.findByText(/^Запись изменили: /)).toHaveTextContent('Ваши изменения на месте.');
    expect(field).toHaveValue(text);
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(async () => expect(await stored()).toMatchObject({ [name]: text, ...theirs }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('[T691] keeps what was typed when the other person deletes the record, and says so', async () => {
    const { user, other, id, field, text } = await begin();
    expect(await other('DELETE', `${path}/${id}`)).toMatchObject({ status: 200 });
    // The form may be drawn anew while the notice appears.
    await waitFor(() => expect(screen.getByText(/^Эту запись удалили\. Введённое осталось в форме/)).toBeVisible());
    expect(field).toHaveValue(text);
    if (isStock) {
      goTo('/content');
      const question = within(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' }));
      await user.click(question.getByRole('button', { name: 'Остаться' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(screen.getByRole('textbox', { name: label })).toHaveValue(text);
      return;
    }
    await user.click(screen.getByRole('button', { name: 'Создать заново' }));
    await waitFor(() => expect(window.location.pathname).toMatch(/\/create$/));
    expect(await screen.findByRole('textbox', { name: label })).toHaveValue(text);
  });
});

describe('The order of values in two windows', () => {
  const nameOf = ({ name }: Sample): unknown => name;

  it('[T692] names that the other person has saved an order, and replaces it only by another save', async () => {
    const ids = await addReference(server(), 'test_size', 'L', 'M', 'S');
    const other = await server().as('admin');
    const [list] = itemsIn(await other('GET', '/reference?search=test_size'));
    const stored = async () => {
      const { result } = await other('GET', '/reference/test_size/value/list');
      return (result as Sample[]).map(nameOf);
    };
    const { user } = await open(`/content/settings/reference/${list?.id}/edit`);
    const values = within(await screen.findByRole('region', { name: /^Значения/ }));
    const shown = () =>
      values.getAllByRole('textbox', { name: /^Значение/ }).map(input => (input as HTMLInputElement).value);
    await screen.findByText('Изменения видны сразу');
    values.getByRole('button', { name: 'Переместить «S»' }).focus();
    await user.keyboard('{ArrowUp}');
    expect(shown()).toEqual(['L', 'S', 'M']);
    expect(values.queryByText(/Порядок уже изменил/)).not.toBeInTheDocument();
    const theirs = { ids: [ids['M'], ids['L'], ids['S']] };
    expect(await other('PUT', '/reference/test_size/value/order', theirs)).toMatchObject({ status: 200 });
    expect(await values.findByText(/Порядок уже изменил/)).toBeVisible();
    expect(shown()).toEqual(['L', 'S', 'M']);
    expect(await stored()).toEqual(['M', 'L', 'S']);
    await user.click(values.getByRole('button', { name: 'Сохранить порядок' }));
    await waitFor(async () => expect(await stored()).toEqual(['L', 'S', 'M']));
    await waitFor(() => expect(values.queryByText(/Порядок уже изменил/)).not.toBeInTheDocument());
  });
});
