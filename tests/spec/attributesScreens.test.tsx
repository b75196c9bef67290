import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { addLanguages, addReference, defineAttributes } from '#tests/support/attributes.ts';
import { rowNames } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, load } = useScreens();

const box = (name: string) => screen.getByRole('textbox', { name });
const fill = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const unsaved = () => screen.getByRole('region', { name: 'Не сохранено' });
const admin = () => server().as('admin');
const make = async (attributes: object, name = 'Квас', path = '/products') =>
  recordIn(await (await admin())('POST', path, { name, attributes }));
const attributesOf = async (id: number) =>
  (recordIn(await (await admin())('GET', `/products/${id}`)) as unknown as { attributes: object }).attributes;

/** One of each kind. */
const begin = async () => {
  await addLanguages(server(), ['ru', 'Русский'], ['en', 'English']);
  const allergens = await addReference(server(), 'test_allergen', 'Глютен', 'Молоко');
  const countries = await addReference(server(), 'test_country', 'Армения', 'Грузия');
  await defineAttributes(
    server(),
    { code: 'tagline', name: 'Подпись', kind: 'text' },
    { code: 'composition', name: 'Состав', kind: 'long_text', per_language: true },
    { code: 'shelf_life', name: 'Срок годности', kind: 'number', unit: 'сут' },
    { code: 'vegetarian', name: 'Вегетарианское', kind: 'flag' },
    { code: 'declared_until', name: 'Декларация до', kind: 'date' },
    { code: 'country', name: 'Страна', kind: 'reference', reference: 'test_country' },
    { code: 'allergens', name: 'Аллергены', kind: 'references', reference: 'test_allergen' },
  );
  return { allergens, countries };
};

describe('Attributes in the editor', () => {
  it('[L91] a manager fills attributes of every kind after the declared fields, and the save bar names them', async () => {
    const { allergens, countries } = await begin();
    const { id } = await make({});
    const { user } = await open(`/content/nomenclature/${id}/settings`);
    await screen.findByRole('heading', { name: 'Атрибуты' });
    const description = box('Описание');
    expect(description.compareDocumentPosition(box('Подпись'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole('region', { name: 'Не сохранено' })).not.toBeInTheDocument();

    fill(box('Подпись'), 'Хлебный');
    fill(box('Состав: Русский'), 'Вода');
    fill(box('Срок годности, сут'), '12,5');
    await user.click(screen.getByRole('checkbox', { name: 'Вегетарианское' }));
    fill(screen.getByLabelText('Декларация до'), '2027-05-01');
    await user.click(await screen.findByRole('combobox', { name: 'Страна' }));
    await user.click(await screen.findByRole('option', { name: 'Грузия' }));
    await user.click(await screen.findByRole('combobox', { name: 'Аллергены' }));
    await user.click(await screen.findByRole('option', { name: 'Глютен' }));
    await user.click(await screen.findByRole('option', { name: 'Молоко' }));
    await user.keyboard('{Escape}');
    for (const name of ['Подпись', 'Состав', 'Срок годности, сут', 'Вегетарианское', 'Страна', 'Аллергены'])
      expect(unsaved()).toHaveTextContent(name);
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено');
    expect(await attributesOf(id)).toEqual({
      tagline: 'Хлебный',
      composition: { ru: 'Вода' },
      shelf_life: 12.5,
      vegetarian: true,
      declared_until: '2027-05-01',
      country: countries['Грузия'],
      allergens: [allergens['Глютен'], allergens['Молоко']],
    });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Не сохранено' })).not.toBeInTheDocument());

    await user.clear(box('Подпись'));
    await user.click(screen.getByRole('checkbox', { name: 'Вегетарианское' }));
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(async () => expect(await attributesOf(id)).not.toHaveProperty('tagline'));
    expect(await attributesOf(id)).not.toHaveProperty('vegetarian');
  });

  it('[L120] somebody who takes out the only value of a picker is still in it', async () => {
    const { allergens } = await begin();
    const { id } = await make({ allergens: [allergens['Глютен']] });
    const { user } = await open(`/content/nomenclature/${id}/settings`);
    const picker = () => screen.getByRole('combobox', { name: 'Аллергены' });
    expect(await screen.findByRole('button', { name: 'Убрать: Глютен' })).toBeVisible();
    await user.click(picker());
    await user.keyboard('{Backspace}');
    expect(screen.queryByRole('button', { name: 'Убрать: Глютен' })).not.toBeInTheDocument();
    expect(picker()).toHaveFocus();
    await user.click(await screen.findByRole('option', { name: 'Молоко' }));
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено');
    expect(await attributesOf(id)).toMatchObject({ allergens: [allergens['Молоко']] });
  });

  it('[L92] a manager switches the language of every text at once, and sees which are empty', async () => {
    await begin();
    await defineAttributes(server(), { code: 'storage', name: 'Хранение', kind: 'text', per_language: true });
    const { id } = await make({ composition: { ru: 'Вода' } });
    const { user } = await open(`/content/nomenclature/${id}/settings`);
    await waitFor(() => expect(box('Состав: Русский')).toHaveValue('Вода'));
    const languages = () => within(screen.getByRole('group', { name: 'Язык поля «Состав»' }));
    expect(languages().getByRole('button', { name: /Русский: заполнено/ })).toHaveAttribute('aria-pressed', 'true');
    await user.click(languages().getByRole('button', { name: /English: не заполнено/ }));
    expect(box('Хранение: English')).toHaveValue('');
    await user.type(box('Состав: English'), 'Water');
    expect(languages().getByRole('button', { name: /English: заполнено/ })).toBeVisible();
    await user.click(languages().getByRole('button', { name: /Русский: заполнено/ }));
    expect(box('Состав: Русский')).toHaveValue('Вода');
    await user.clear(box('Состав: Русский'));
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено');
    expect(await attributesOf(id)).toEqual({ composition: { en: 'Water' } });
  });

  it('[L92] with one language in use a text has no choice of language', async () => {
    await addLanguages(server(), ['ru', 'Русский']);
    await defineAttributes(server(), { code: 'composition', name: 'Состав', kind: 'text', per_language: true });
    const { id } = await make({ composition: { ru: 'Вода' } });
    await open(`/content/nomenclature/${id}/settings`);
    await waitFor(() => expect(box('Состав')).toHaveValue('Вода'));
    expect(screen.queryByRole('group', { name: /Язык/ })).not.toBeInTheDocument();
  });

  it('[L91] [L12] a new product lacks nothing that is required; what the server refuses stands at the attribute', async () => {
    await addLanguages(server(), ['ru', 'Русский'], ['en', 'English']);
    const [tagline] = await defineAttributes(
      server(),
      { code: 'tagline', name: 'Подпись', required: true },
      { code: 'composition', name: 'Состав', kind: 'text', per_language: true, required: true },
    );
    const { user } = await open('/content/nomenclature/new');
    await user.type(await screen.findByRole('textbox', { name: 'Название' }), 'Квас');
    await screen.findByRole('textbox', { name: 'Подпись' });
    await user.click(screen.getByRole('button', { name: 'Создать' }));
    expect(await screen.findAllByText('Заполните поле')).toHaveLength(2);
    await user.type(box('Подпись'), 'Хлебный');
    await user.type(box('Состав: Русский'), 'Вода');
    // The form does not know yet that the attribute is gone: its event is on the way.
    await (await admin())('PUT', `/attribute/${tagline?.id}`, { kind: 'number' });
    await user.click(screen.getByRole('button', { name: 'Создать' }));
    expect(await screen.findByText('Нужно число')).toBeVisible();
  });

  it('[L91] [L13] a conflict shows the attribute that somebody else changed', async () => {
    await begin();
    const { id } = await make({ tagline: 'Было', shelf_life: 1 });
    const { user } = await open(`/content/nomenclature/${id}/settings`);
    await waitFor(() => expect(box('Подпись')).toHaveValue('Было'));
    await screen.findByText('Изменения видны сразу');
    await user.type(box('Подпись'), ' моё');
    await (await admin())('PUT', `/products/${id}`, { attributes: { tagline: 'Их' } });
    expect(await screen.findByText(/Запись изменили.*Подпись/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Запись успели изменить' }));
    const choice = within(dialog.getByRole('group', { name: 'Подпись' }));
    expect(choice.getByRole('radio', { name: /^Сохранено/ })).toHaveAccessibleDescription('Их');
    await user.click(choice.getByRole('radio', { name: /^У вас/ }));
    await user.click(dialog.getByRole('button', { name: 'Сохранить выбранное' }));
    await waitFor(async () => expect(await attributesOf(id)).toEqual({ tagline: 'Было моё', shelf_life: 1 }));
  });

  it('[L91] [L36] changes to different attributes and to a text in different languages are combined', async () => {
    await begin();
    const { id } = await make({ tagline: 'Было', shelf_life: 1, composition: { ru: 'Вода' } });
    const { user } = await open(`/content/nomenclature/${id}/settings`);
    await waitFor(() => expect(box('Подпись')).toHaveValue('Было'));
    fill(box('Подпись'), 'Моё');
    fill(box('Состав: Русский'), 'Вода, солод');
    const theirs = { shelf_life: 7, composition: { ru: 'Вода', en: 'Water' } };
    await (await admin())('PUT', `/products/${id}`, { attributes: theirs });
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText(/^Сохранено вместе с изменениями коллег/)).toHaveTextContent('Срок годности, сут');
    expect(await attributesOf(id)).toEqual({
      tagline: 'Моё',
      shelf_life: 7,
      composition: { ru: 'Вода, солод', en: 'Water' },
    });
  });

  it('[L91] [L30] [L31] unsaved attribute values are offered when the editor returns', async () => {
    await begin();
    const { id } = await make({ composition: { ru: 'Вода' } });
    const editor = `/content/nomenclature/${id}/settings`;
    await open(editor);
    await waitFor(() => expect(box('Состав: Русский')).toHaveValue('Вода'));
    fill(box('Состав: Русский'), 'Вода, солод');
    fill(box('Подпись'), 'Хлебный');
    const { user } = await load(editor);
    expect(await screen.findByText(/^Остались несохранённые изменения/)).toHaveTextContent(/: Подпись.+Состав\.$/);
    await user.click(screen.getByRole('button', { name: 'Вернуть все' }));
    await waitFor(() => expect(box('Состав: Русский')).toHaveValue('Вода, солод'));
    expect(box('Подпись')).toHaveValue('Хлебный');
    expect(unsaved()).toHaveTextContent(/Подпись.+Состав/);
  });
});

describe('Attributes in lists', () => {
  it('[L91] [L15] [L3] a manager adds attributes as columns', async () => {
    const { allergens, countries } = await begin();
    await make({
      composition: { en: 'Water' },
      shelf_life: 12.5,
      vegetarian: true,
      country: countries['Грузия'],
      allergens: [allergens['Глютен'], allergens['Молоко']],
    });
    const { user } = await open('/content/nomenclature');
    await waitFor(() => expect(rowNames()).toEqual(['Квас']));
    await user.click(screen.getByRole('button', { name: 'Вид' }));
    for (const name of ['Состав', 'Срок годности, сут', 'Вегетарианское', 'Страна', 'Аллергены', 'Подпись'])
      await user.click(await screen.findByRole('checkbox', { name }));
    await user.keyboard('{Escape}');
    for (const text of ['Water', '12,5', 'Да', 'Грузия', 'Глютен, Молоко'])
      expect(await screen.findByRole('cell', { name: text })).toBeInTheDocument();
    expect(screen.getByRole('columnheader', { name: 'Срок годности, сут' })).toBeInTheDocument();
  });

  it('[L91] [L15] a manager filters by attributes as by any other field', async () => {
    const { allergens } = await begin();
    await make({ shelf_life: 12.5, allergens: [allergens['Глютен']] }, 'Квас');
    await make({ shelf_life: 5, vegetarian: true }, 'Морс');
    const { user } = await open('/content/nomenclature');
    await waitFor(() => expect(rowNames()).toEqual(['Квас', 'Морс']));
    const filter = async (name: string) => {
      await user.click(screen.getByRole('button', { name: 'Фильтр' }));
      await user.click(await screen.findByRole('option', { name }));
      return within(await screen.findByRole('dialog', { name }));
    };
    await user.type((await filter('Срок годности, сут')).getByRole('textbox', { name: 'От' }), '10,5');
    await waitFor(() => expect(rowNames()).toEqual(['Квас']));
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Убрать фильтр «Срок годности, сут»' }));
    await user.click((await filter('Вегетарианское')).getByRole('radio', { name: 'Да' }));
    await waitFor(() => expect(rowNames()).toEqual(['Морс']));
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Убрать фильтр «Вегетарианское»' }));
    await user.type((await filter('Аллергены')).getByRole('combobox', { name: 'Любое из' }), 'глют');
    await user.click(await screen.findByRole('option', { name: 'Глютен' }));
    await waitFor(() => expect(rowNames()).toEqual(['Квас']));
    expect(screen.getByRole('button', { name: 'Аллергены: Глютен', hidden: true })).toBeInTheDocument();
    expect(decodeURIComponent(window.location.search)).toContain('attributes.allergens');
  });
});

describe('Attributes that come and go', () => {
  it('[L93] an attribute that is defined shows in an open list', async () => {
    await make({});
    const { user } = await open('/content/nomenclature');
    await waitFor(() => expect(rowNames()).toEqual(['Квас']));
    await screen.findByText('Изменения видны сразу');
    await defineAttributes(server(), { code: 'tagline', name: 'Подпись' });
    await user.click(screen.getByRole('button', { name: 'Вид' }));
    expect(await screen.findByRole('checkbox', { name: 'Подпись' })).toBeVisible();
  });

  it('[L93] an attribute that is defined, renamed and archived updates an open form, which keeps its input', async () => {
    await addLanguages(server(), ['ru', 'Русский']);
    const { user } = await open('/content/nomenclature/new');
    await user.type(await screen.findByRole('textbox', { name: 'Название' }), 'Квас');
    await screen.findByText('Изменения видны сразу');
    const [first] = await defineAttributes(server(), { code: 'tagline', name: 'Подпись' });
    await user.type(await screen.findByRole('textbox', { name: 'Подпись' }), 'Хлебный');
    const send = await admin();
    await send('PUT', `/attribute/${first?.id}`, { name: 'Слоган' });
    expect(await screen.findByRole('textbox', { name: 'Слоган' })).toHaveValue('Хлебный');
    await defineAttributes(server(), { code: 'shelf_life', name: 'Срок', kind: 'number' });
    await screen.findByRole('textbox', { name: 'Срок' });
    expect(box('Название')).toHaveValue('Квас');
    expect(box('Слоган')).toHaveValue('Хлебный');
    await send('PUT', `/attribute/${first?.id}`, { archived: true });
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Слоган' })).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Создать' }));
    expect(await screen.findByRole('heading', { name: 'Квас' })).toBeVisible();
  });

  it('[L91] models have attributes of their own', async () => {
    await defineAttributes(
      server(),
      { code: 'tagline', name: 'Подпись', applies_to: 'models' },
      { code: 'shelf_life', name: 'Срок', kind: 'number' },
    );
    const { id } = await make({ tagline: 'Хлебный' }, 'Квасы', '/models');
    await open(`/content/catalog/${id}/settings`);
    await waitFor(() => expect(box('Подпись')).toHaveValue('Хлебный'));
    expect(screen.queryByRole('textbox', { name: 'Срок' })).not.toBeInTheDocument();
  });
});
