import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { addedReference } from '#tests/support/attributes.ts';
import { cellTexts, rowNames } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();
const SETTINGS = '/content/settings';

const box = (name: string) => screen.getByRole('textbox', { name });
const picker = (name: string) => screen.getByRole('combobox', { name });
const create = async (path: string, body: object) => (await server().as('admin'))('POST', path, body);

describe('Settings', () => {
  it('[F9] an administrator comes from the settings home to attributes, languages, projects and references', async () => {
    const { user } = await open(SETTINGS);
    for (const name of ['Атрибуты', 'Языки', 'Проекты', 'Справочники']) {
      await user.click(await screen.findByRole('link', { name }));
      expect(await screen.findByRole('heading', { name })).toBeVisible();
      await user.click(
        within(screen.getByRole('navigation', { name: 'Меню' })).getByRole('link', { name: 'Настройки' }),
      );
    }
  });

  it('[R460] the settings home leads to the references that people added', async () => {
    await create('/reference', addedReference);
    const { user } = await open(SETTINGS);
    const added = await screen.findByRole('link', { name: addedReference.name });
    expect(added.closest('li')).toHaveAttribute('data-reference');
    await user.click(added);
    expect(await screen.findByRole('heading', { name: 'Значения 0' })).toBeVisible();
    expect(window.location.pathname).toMatch(/\/reference\/\d+\/edit$/);
  });

  it('[R461] a reference of the program is closed, and its values are edited in their list', async () => {
    const { result } = await (await server().as('admin'))('GET', '/reference?search=brand');
    const [{ id } = { id: 0 }] = (result as { items: { id: number }[] }).items ?? (result as { id: number }[]);
    const { user } = await open(`${SETTINGS}/reference/${id}/edit`);
    expect(await screen.findByText(/^Справочник задан в программе/)).toBeVisible();
    expect(box('Название')).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Удалить' })).not.toBeInTheDocument();
    await user.click(
      within(await screen.findByRole('region', { name: 'Значения' })).getByRole('link', { name: 'Бренды' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Добавить значения' }));
    await user.type(screen.getByRole('textbox', { name: 'Добавить значения' }), 'Восход');
    await user.click(screen.getByRole('button', { name: 'Добавить' }));
    await user.click(await screen.findByRole('button', { name: 'Закрыть' }));
    expect(await screen.findByRole('link', { name: 'Восход' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Изменить порядок' })).toBeVisible();
  });

  it('[L647] pasted values are still there after Escape', async () => {
    const { user } = await open(`${SETTINGS}/reference/brand`);
    const openDialog = async () => {
      await user.click(await screen.findByRole('button', { name: 'Добавить значения' }));
      return screen.findByRole('textbox', { name: 'Добавить значения' });
    };
    await user.click(await openDialog());
    await user.paste('Восход\nЗакат');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await openDialog()).toHaveValue('Восход\nЗакат');
  });

  it('[R45] an administrator makes an attribute, finds it in the list and changes it', async () => {
    const { user } = await open(`${SETTINGS}/attribute`);
    await screen.findByRole('heading', { name: 'Здесь пока пусто' });
    await user.keyboard('n');
    await screen.findByRole('heading', { name: 'Новый атрибут' });
    expect(window.location.pathname).toBe(`${SETTINGS}/attribute/create`);
    await user.type(box('Название'), 'Срок годности');
    await user.type(box('Код'), 'shelf_life');
    await user.selectOptions(picker('Тип'), 'Число');
    await user.type(box('Единица'), 'сут');
    await user.click(screen.getByRole('button', { name: 'Создать' }));
    await screen.findByRole('heading', { name: 'Срок годности' });
    expect(window.location.pathname).toBe(`${SETTINGS}/attribute/1/edit`);
    await user.selectOptions(picker('Для чего'), 'Для товаров и моделей');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено');
    await user.click(screen.getByRole('link', { name: 'К разделу «Атрибуты»' }));
    await waitFor(() => expect(rowNames()).toEqual(['Срок годности']));
    expect(cellTexts()).toEqual(['shelf_life', 'Число', 'Для товаров и моделей', 'Нет', 'Нет']);
  });

  it('[R46] [E14] an administrator adds a language, which stands behind the current one', async () => {
    await create('/language', { name: 'Русский', code: 'ru' });
    const { user } = await open(`${SETTINGS}/language/create`);
    await user.type(await screen.findByRole('textbox', { name: 'Название' }), 'English');
    await user.type(box('Код'), 'en');
    await user.click(screen.getByRole('button', { name: 'Создать' }));
    await screen.findByRole('heading', { name: 'English' });
    expect(window.location.pathname).toBe(`${SETTINGS}/language/2/edit`);
    await user.click(screen.getByRole('link', { name: 'К разделу «Языки»' }));
    await waitFor(() => expect(rowNames()).toEqual(['Русский', 'English']));
  });

  it('[R47] [L12] an administrator adds a project; a code that is taken is an error at its field', async () => {
    await create('/project', { name: 'Сайт', code: 'site', platform: 'site' });
    const { user } = await open(`${SETTINGS}/project/create`);
    await user.type(await screen.findByRole('textbox', { name: 'Название' }), 'Меню кафе');
    await user.type(box('Код'), 'site');
    await user.type(box('Платформа'), 'app');
    await user.click(screen.getByRole('button', { name: 'Создать' }));
    expect(await screen.findByText('Такое значение уже есть')).toBeVisible();
    await user.clear(box('Код'));
    await user.type(box('Код'), 'cafe');
    await user.click(screen.getByRole('button', { name: 'Создать' }));
    await screen.findByRole('heading', { name: 'Меню кафе' });
    await user.click(screen.getByRole('link', { name: 'К разделу «Проекты»' }));
    await waitFor(() => expect(rowNames()).toEqual(['Меню кафе', 'Сайт']));
    expect(screen.getAllByRole('cell', { name: 'RUB' })).toHaveLength(2);
  });

  it('[R48] an administrator adds a reference beside those of the program', async () => {
    const { user } = await open(`${SETTINGS}/reference`);
    await waitFor(() => expect(rowNames()).toEqual(expect.arrayContaining(['Бренды', 'Единицы измерения'])));
    await user.click(screen.getByRole('link', { name: 'Создать' }));
    expect(window.location.pathname).toBe(`${SETTINGS}/reference/create`);
    await user.type(await screen.findByRole('textbox', { name: 'Название' }), addedReference.name);
    await user.type(box('Код'), addedReference.code);
    await user.click(screen.getByRole('button', { name: 'Создать' }));
    await screen.findByRole('heading', { name: addedReference.name });
    expect(window.location.pathname).toMatch(/\/settings\/reference\/\d+\/edit$/);
  });

  it.each([
    ['attribute', { name: 'Состав', code: 'composition' }],
    ['language', { name: 'Русский', code: 'ru' }],
    ['project', { name: 'Сайт', code: 'site', platform: 'site' }],
    ['reference', addedReference],
  ])('[R49] the editor of a record of settings/%s is at /{id}/edit and at /edit/{id}', async (section, body) => {
    const { result } = await create(`/${section}`, body);
    const { id } = result as { id: number };
    for (const address of [`${id}/edit`, `edit/${id}`, `${id}`]) {
      await open(`${SETTINGS}/${section}/${address}`);
      expect(await screen.findByRole('heading', { name: body.name })).toBeVisible();
    }
  });

  it('[X63] the form of an attribute has the fields that its kind needs, and no others', async () => {
    await create('/reference', addedReference);
    const { user } = await open(`${SETTINGS}/attribute/create`);
    await user.type(await screen.findByRole('textbox', { name: 'Название' }), 'Страна');
    await user.type(box('Код'), 'country');
    expect(screen.getByRole('checkbox', { name: 'Своё значение для каждого языка' })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Единица' })).not.toBeInTheDocument();
    await user.selectOptions(picker('Тип'), 'Значение справочника');
    expect(screen.queryByRole('checkbox', { name: 'Своё значение для каждого языка' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Создать' }));
    expect(await screen.findByText('Заполните поле')).toBeVisible();
    await user.click(picker('Справочник'));
    await user.click(await screen.findByRole('option', { name: addedReference.name }));
    await user.click(screen.getByRole('button', { name: 'Создать' }));
    await screen.findByRole('heading', { name: 'Страна' });
    expect(picker('Справочник')).toHaveValue(addedReference.name);
  });

  it('[R79] an administrator sees what a new kind would lose, and goes back or accepts it', async () => {
    const { result } = await create('/attribute', { name: 'Объём', code: 'volume' });
    const { id } = result as { id: number };
    await create('/products', { name: 'Квас', attributes: { volume: '0,5' } });
    await create('/products', { name: 'Морс', attributes: { volume: 'много' } });
    const { user } = await open(`${SETTINGS}/attribute/${id}/edit`);
    await screen.findByRole('heading', { name: 'Объём' });
    await user.selectOptions(picker('Тип'), 'Число');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    const dialog = () => screen.findByRole('dialog', { name: 'Часть значений потеряется' });
    expect(within(await dialog()).getByRole('row', { name: 'много пусто 1' })).toBeVisible();
    await user.click(within(await dialog()).getByRole('button', { name: 'Отмена' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect((await (await server().as('admin'))('GET', `/attribute/${id}`)).result).toMatchObject({ kind: 'text' });
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Изменить с потерей' }));
    expect(await screen.findByText('Сохранено')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const products = (await (await server().as('admin'))('GET', '/products?sort=id')).result;
    expect(products).toMatchObject({ items: [{ attributes: { volume: 0.5 } }, { attributes: {} }] });
  });

  it('[L15] attributes are filtered by their kind and by their reference', async () => {
    await create('/attribute', { name: 'Марка', code: 'mark', kind: 'reference', reference: 'brand' });
    await create('/attribute', { name: 'Состав', code: 'composition' });
    const { user } = await open(`${SETTINGS}/attribute`);
    await waitFor(() => expect(rowNames()).toEqual(['Марка', 'Состав']));
    const filter = async (name: string) => {
      await user.click(screen.getByRole('button', { name: 'Фильтр' }));
      await user.click(await screen.findByRole('option', { name }));
      return within(await screen.findByRole('dialog', { name }));
    };
    await user.click((await filter('Тип')).getByRole('checkbox', { name: 'Текст' }));
    await waitFor(() => expect(rowNames()).toEqual(['Состав']));
    expect(screen.getByRole('button', { name: 'Тип: Текст', hidden: true })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Убрать фильтр «Тип»' }));
    const references = await filter('Справочник');
    await user.type(references.getByRole('combobox', { name: 'Любое из' }), 'бренд');
    await user.click(await screen.findByRole('option', { name: 'Бренды' }));
    await waitFor(() => expect(rowNames()).toEqual(['Марка']));
    expect(screen.getByRole('button', { name: 'Справочник: Бренды', hidden: true })).toBeInTheDocument();
  });
});
