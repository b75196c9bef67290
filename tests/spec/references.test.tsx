import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { addReference, defineAttributes } from '#tests/support/attributes.ts';
import { tryToClose } from '#tests/support/dialogs.ts';
import { hold } from '#tests/support/hold.ts';
import { addProducts, addValues, cellTexts, rowNames } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();
const BRANDS = '/content/settings/reference/brand';

const box = (name: string) => screen.getByRole('textbox', { name });
const shows = (...names: string[]) => waitFor(() => expect(rowNames()).toEqual(names));

describe('References', () => {
  it('[L16, R44, C13] each stands among the settings and leads to its list', async () => {
    await addValues(server(), 'brand', 'Своя полка');
    const { user } = await open('/content/settings');
    expect(await screen.findByRole('link', { name: 'Единицы измерения' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Бренды' }));
    await shows('Своя полка');
    expect(screen.getByRole('heading', { name: 'Бренды' })).toBeVisible();
    expect(screen.getByText('1 значение')).toBeVisible();
  });

  it('[L16] a value is made, found, changed and deleted by the screens that follow from its entry', async () => {
    const { user } = await open(BRANDS);
    await screen.findByRole('heading', { name: 'Здесь пока пусто' });
    await user.keyboard('n');
    await screen.findByRole('heading', { name: 'Новая запись: бренд' });
    expect(window.location.pathname).toBe(`${BRANDS}/create`);
    await user.type(box('Название'), 'Своя полка');
    await user.type(box('Код'), 'own');
    await user.click(screen.getByRole('button', { name: 'Создать' }));
    await screen.findByRole('heading', { name: 'Своя полка' });
    expect(window.location.pathname).toBe(`${BRANDS}/1/edit`);

    await user.type(box('Порядок'), '7');
    await user.click(screen.getByRole('checkbox', { name: 'В архиве' }));
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено');
    await user.click(screen.getByRole('link', { name: 'К разделу «Бренды»' }));
    await shows('Своя полка');
    expect(cellTexts()).toEqual(['own', '—', '7', 'Да']);

    await user.click(screen.getByRole('link', { name: 'Своя полка' }));
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));
    expect(await screen.findByRole('heading', { name: 'Здесь пока пусто' })).toBeVisible();
  });

  it('[L16] its editor has the addresses of §2: /{id}/edit and /edit/{id}', async () => {
    await addValues(server(), 'brand', 'Своя полка');
    for (const address of [`${BRANDS}/1/edit`, `${BRANDS}/edit/1`, `${BRANDS}/1`]) {
      await open(address);
      expect(await screen.findByRole('heading', { name: 'Своя полка' })).toBeVisible();
    }
    expect(window.location.pathname).toBe(`${BRANDS}/1/edit`);
  });

  it('[L16] its own fields are in its form, its list and nowhere else', async () => {
    await addValues(server(), 'unit', 'Штука');
    const { user } = await open('/content/settings/reference/unit/1/edit');
    await screen.findByRole('heading', { name: 'Штука' });
    await user.type(box('Обозначение'), 'шт');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено');
    await user.click(screen.getByRole('link', { name: 'К разделу «Единицы измерения»' }));
    await shows('Штука');
    expect(screen.getByRole('columnheader', { name: 'Обозначение' })).toBeVisible();
    expect(screen.getByRole('cell', { name: 'шт' })).toBeVisible();
    await open(`${BRANDS}/create`);
    await screen.findByRole('heading', { name: 'Новая запись: бренд' });
    expect(screen.queryByRole('textbox', { name: 'Обозначение' })).not.toBeInTheDocument();
  });

  /** A value that two products have, and the dialog that says so when it is to be deleted. */
  const askToDelete = async () => {
    const [brand] = await addValues(server(), 'brand', 'Своя полка', 'Заречная крынка');
    await addProducts(server(), ...['Квас', 'Морс'].map(name => ({ name, brand_id: brand as number })));
    const { user } = await open(`${BRANDS}/1/edit`);
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));
    const dialog = within(await screen.findByRole('dialog', { name: '«Своя полка» используется' }));
    return { user, dialog };
  };

  it('[X26, R75] who deletes a value in use sees how many records use it, and archives it', async () => {
    const { user, dialog } = await askToDelete();
    expect(dialog.getByText('Номенклатура').parentElement).toHaveTextContent('Номенклатура2');
    await user.click(dialog.getByRole('button', { name: 'Убрать в архив' }));
    await shows('Своя полка', 'Заречная крынка');
    expect(cellTexts()).toContain('Да');
  });

  it.each(['Убрать в архив', 'Заменить везде и удалить'])(
    '[L700] the dialog of a value in use stays until the outcome of «%s» is there',
    async action => {
      const { user, dialog } = await askToDelete();
      const { released, release } = hold();
      answer(http.all('*/api/reference/brand/*', ({ request }) => (request.method === 'GET' ? undefined : released)));
      await user.click(dialog.getByRole('combobox', { name: 'Чем заменить' }));
      await user.click(await screen.findByRole('option', { name: 'Заречная крынка' }));
      await user.click(dialog.getByRole('button', { name: action }));
      await tryToClose(user);
      release();
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    },
  );

  it('[R76] who deletes a value in use puts another one in its place', async () => {
    const { user, dialog } = await askToDelete();
    expect(dialog.getByRole('button', { name: 'Заменить везде и удалить' })).toBeDisabled();
    await user.click(dialog.getByRole('combobox', { name: 'Чем заменить' }));
    await user.click(await screen.findByRole('option', { name: 'Заречная крынка' }));
    await user.click(dialog.getByRole('button', { name: 'Заменить везде и удалить' }));
    await shows('Заречная крынка');
    const { result } = await (await server().as('admin'))('GET', '/products?brand_id=2');
    expect(result).toMatchObject({ total: 2 });
  });

  it('[L17, T28, T29, T36] a picker loads its values once, and again when the event marks them changed', async () => {
    const [brand] = await addValues(server(), 'brand', 'Своя полка');
    await addProducts(
      server(),
      { name: 'Квас', brand_id: brand as number },
      { name: 'Морс', brand_id: brand as number },
    );
    let asked = 0;
    answer(
      http.get('*/api/reference/brand/value/list', () => {
        asked += 1;
      }),
    );
    const { user } = await open('/content/nomenclature');
    await shows('Квас', 'Морс');
    await screen.findByText('Изменения видны сразу');
    const opened = async (name: string) => {
      await user.click(await screen.findByRole('link', { name }));
      await waitFor(() => expect(screen.getByRole('combobox', { name: 'Бренд' })).toHaveValue('Своя полка'));
    };
    await opened('Квас');
    const before = asked;
    await user.click(screen.getByRole('link', { name: 'К разделу «Номенклатура»' }));
    await opened('Морс');
    expect(asked).toBe(before);

    const send = await server().as('admin');
    await send('POST', '/reference/brand/value', { name: 'Дальний обоз' });
    await waitFor(() => expect(asked).toBe(before + 1));
    await user.click(screen.getByRole('combobox', { name: 'Бренд' }));
    expect(await screen.findByRole('option', { name: 'Дальний обоз' })).toBeVisible();
  });

  it('[R80] a picker adds the value that was typed and is not there yet, for who may administer references', async () => {
    await addValues(server(), 'brand', 'Своя полка');
    await addProducts(server(), { name: 'Квас' });
    const { user } = await open('/content/nomenclature/1/settings');
    const type = async (text: string) => {
      await user.click(await screen.findByRole('combobox', { name: 'Бренд' }));
      const brand = screen.getByRole('combobox', { name: 'Бренд' });
      await user.clear(brand);
      await user.type(brand, text);
      return brand;
    };
    await type('СВОЯ ПОЛКА');
    expect(await screen.findByRole('option', { name: 'Своя полка' })).toBeVisible();
    expect(screen.queryByRole('option', { name: /^Добавить/ })).not.toBeInTheDocument();
    const brand = await type('Заря');
    await user.click(await screen.findByRole('option', { name: 'Добавить «Заря»' }));
    await user.click(await screen.findByRole('button', { name: 'Сохранить' }));
    expect(brand).toHaveValue('Заря');
    await screen.findByText('Сохранено');
    const { result } = await (await server().as('admin'))('GET', '/reference/brand/value?page=1&sort=name');
    expect(result).toMatchObject({ items: [{ name: 'Заря', id: 2 }, { name: 'Своя полка' }] });
    expect((await (await server().as('admin'))('GET', '/products/1')).result).toMatchObject({ brand_id: 2 });
  });

  it('[R80] what was chosen while a picker adds a value stays chosen', async () => {
    await addValues(server(), 'brand', 'Своя полка');
    await addReference(server(), 'test_allergen', 'Глютен');
    await defineAttributes(server(), {
      code: 'allergens',
      name: 'Аллергены',
      kind: 'references',
      reference: 'test_allergen',
    });
    await addProducts(server(), { name: 'Квас' });
    const { released, release } = hold();
    answer(http.post('*/api/reference/*/value', () => released));
    const { user } = await open('/content/nomenclature/1/settings');
    const addThenChoose = async (label: string, newName: string, name: string) => {
      await user.click(await screen.findByRole('combobox', { name: label }));
      const picker = screen.getByRole('combobox', { name: label });
      await user.type(picker, newName);
      await user.click(await screen.findByRole('option', { name: `Добавить «${newName}»` }));
      await user.clear(picker);
      await user.type(picker, newName);
      expect(screen.queryByRole('option', { name: /^Добавить/ })).not.toBeInTheDocument();
      expect(await screen.findByText('Загружаем', { ignore: '[role=status]' })).toBeVisible();
      await user.clear(picker);
      await user.type(picker, name);
      await user.click(await screen.findByRole('option', { name }));
      await user.keyboard('{Escape}');
      return picker;
    };
    const brand = await addThenChoose('Бренд', 'Заря', 'Своя полка');
    await addThenChoose('Аллергены', 'Молоко', 'Глютен');
    release();
    expect(await screen.findByText('Молоко')).toBeVisible();
    expect(screen.getByText('Глютен')).toBeVisible();
    await user.click(brand);
    expect(await screen.findByRole('option', { name: 'Заря' })).toBeVisible();
    expect(brand).toHaveValue('Своя полка');
  });

  it('[L17, T35] a value renamed elsewhere is renamed in the open list', async () => {
    const [brand] = await addValues(server(), 'brand', 'Своя полка');
    await addProducts(server(), { name: 'Квас', brand_id: brand as number });
    await open('/content/nomenclature');
    await screen.findByRole('cell', { name: 'Своя полка' });
    await screen.findByText('Изменения видны сразу');
    await (await server().as('admin'))('PUT', `/reference/brand/value/${brand}`, { name: 'Наша полка' });
    expect(await screen.findByRole('cell', { name: 'Наша полка' })).toBeVisible();
  });
});
