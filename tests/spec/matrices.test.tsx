import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { matrices } from '#server/db/schema.ts';
import { tryToClose } from '#tests/support/dialogs.ts';
import { hold } from '#tests/support/hold.ts';
import { letRole } from '#tests/support/permissions.ts';
import { addManyProducts, addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();

const send = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  (await (await server().as('manager_matrix'))(method, path, body)).result as Record<string, never>;
const asAdmin = async (method: 'GET' | 'PUT', path: string, body?: object) =>
  (await server().as('admin'))(method, path, body);
const namesIn = async (id: number): Promise<unknown[]> =>
  ((await send('GET', `/matrices/${id}/products`))['items'] as unknown as { name: string }[]).map(({ name }) => name);
const goods = () => screen.findByRole('region', { name: 'Номенклатура' });
const shown = async () => within(await goods()).queryAllByRole('listitem').length;

describe('Matrices', () => {
  beforeEach(async () => {
    await addProducts(
      server(),
      ...['Айс-латте', 'Квас', 'Морс'].map((name, at) => ({ name, barcode: String(2000 + at) })),
    );
    await send('POST', '/matrices', { name: 'Своя' });
    await server().db.insert(matrices).values({ name: 'Чужая', author: 999 });
    await send('POST', '/matrices/1/products', { ids: [1] });
  });

  it('[F7] [P30] a manager of matrices is offered no change of what somebody else wrote', async () => {
    await open('/content/matrices', 'manager_matrix');
    await screen.findByRole('link', { name: 'Своя' });
    const marks = screen.getAllByTitle('Можно смотреть, но не изменять');
    expect(marks.map(mark => mark.closest('tr')?.querySelector('a')?.textContent)).toEqual(['Чужая']);
    await open('/content/matrices/2', 'manager_matrix');
    await screen.findByText('В матрице пока нет товаров');
    expect(window.location.pathname).toBe('/content/matrices/2/nomenclature');
    expect(screen.queryByRole('button', { name: 'Добавить' })).not.toBeInTheDocument();
    await open('/content/matrices/edit/2', 'manager_matrix');
    expect(await screen.findByText('Вы можете смотреть эту запись, но не изменять её.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: /Название/ })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Удалить' })).not.toBeInTheDocument();
  });

  it('[P4] [R39] whoever may only view matrices sees the products of one and no control to change them', async () => {
    await letRole(server(), 'accountant', 'matrix.view-list', 'products.show-list');
    await open('/content/matrices/1/nomenclature', 'accountant');
    await waitFor(async () => expect(await shown()).toBe(1));
    for (const name of ['Добавить', 'Сохранить', 'Удалить', /^Убрать/, /^Переместить/])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });

  it('[L657] a product that somebody else renames is renamed in an open matrix', async () => {
    await open('/content/matrices/1/nomenclature', 'admin');
    await within(await goods()).findByText('Айс-латте');
    await asAdmin('PUT', '/products/1', { name: 'Айс-латте большой' });
    expect(await within(await goods()).findByText('Айс-латте большой')).toBeVisible();
  });

  it('[L100] a search counts what it finds, and all that is not inside yet is added at once', async () => {
    const { user } = await open('/content/matrices/1/nomenclature', 'manager_matrix');
    await waitFor(async () => expect(await shown()).toBe(1));
    await user.click(screen.getByRole('button', { name: 'Добавить' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Добавить товары' }));
    expect(await dialog.findByText('Найдено: 3')).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: /Айс-латте/ })).toBeDisabled();
    await user.click(dialog.getByRole('checkbox', { name: 'Выбрать все показанные' }));
    await user.click(dialog.getByRole('button', { name: 'Добавить (2)' }));
    expect(await screen.findByText('Добавлено: 2')).toBeVisible();
    await waitFor(async () => expect(await shown()).toBe(3));
  });

  it('[L100] a column of barcodes is counted before its products are added', async () => {
    const { user } = await open('/content/matrices/1/nomenclature', 'manager_matrix');
    await waitFor(async () => expect(await shown()).toBe(1));
    await user.click(screen.getByRole('button', { name: 'Добавить' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Добавить товары' }));
    await user.click(dialog.getByRole('button', { name: 'Штрихкоды' }));
    fireEvent.change(dialog.getByRole('textbox', { name: /Штрихкоды/ }), {
      target: { value: `2000\n2001\n\n2002\n77\n${'https://'.padEnd(200, 'x')}` },
    });
    await user.click(dialog.getByRole('button', { name: 'Проверить' }));
    expect(await dialog.findByText('Добавится: 2')).toBeVisible();
    expect(dialog.getByText('Уже в матрице: 1')).toBeVisible();
    expect(dialog.getByText('Неизвестных штрихкодов: 2')).toBeVisible();
    expect(await namesIn(1)).toEqual(['Айс-латте']);
    await user.click(dialog.getByRole('button', { name: 'Добавить (2)' }));
    expect(await screen.findByText('Добавлено: 2')).toBeVisible();
    await waitFor(async () => expect(await shown()).toBe(3));
  });

  it('[L647] pasted barcodes are still there after Escape, until they were added', async () => {
    const { user } = await open('/content/matrices/1/nomenclature', 'manager_matrix');
    const field = async () => {
      await user.click(await screen.findByRole('button', { name: 'Добавить' }));
      await user.click(await screen.findByRole('button', { name: 'Штрихкоды' }));
      return screen.findByRole('textbox', { name: /Штрихкоды/ });
    };
    await user.click(await field());
    await user.paste('2001\n2002');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await field()).toHaveValue('2001\n2002');
    await user.click(screen.getByRole('button', { name: 'Проверить' }));
    await user.click(await screen.findByRole('button', { name: 'Добавить (2)' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await field()).toHaveValue('');
  });

  it('[L100] products are put in order by their handles and by the ends, and removed after a question', async () => {
    await send('POST', '/matrices/1/products', { ids: [2, 3] });
    await open('/content/matrices/1/nomenclature?search=морс', 'manager_matrix');
    await waitFor(async () => expect(await shown()).toBe(1));
    const { user } = await open('/content/matrices/1/nomenclature', 'manager_matrix');
    (await screen.findByRole('button', { name: 'Переместить «Морс»' })).focus();
    // A key that is held down is one move.
    await user.keyboard('{ArrowUp>2/}');
    await waitFor(async () => expect(await namesIn(1)).toEqual(['Морс', 'Айс-латте', 'Квас']));
    await user.keyboard('{ArrowDown}');
    await waitFor(async () => expect(await namesIn(1)).toEqual(['Айс-латте', 'Морс', 'Квас']));
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Айс-латте»' }));
    await user.click(screen.getByRole('button', { name: 'В конец' }));
    await waitFor(async () => expect(await namesIn(1)).toEqual(['Морс', 'Квас', 'Айс-латте']));
    await user.click(screen.getByRole('button', { name: 'В начало' }));
    await waitFor(async () => expect(await namesIn(1)).toEqual(['Айс-латте', 'Морс', 'Квас']));
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать «Айс-латте»' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Квас»' }));
    await user.click(screen.getByRole('button', { name: 'Убрать (1)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Убрать из матрицы?' }));
    await user.click(dialog.getByRole('button', { name: 'Убрать (1)' }));
    expect(await screen.findByText('Убрано: 1')).toBeVisible();
    expect(await namesIn(1)).toEqual(['Айс-латте', 'Морс']);
  });

  it('[L100] [N28] a move that fails is a notice, and is not announced', async () => {
    await send('POST', '/matrices/1/products', { ids: [2, 3] });
    answer(http.put('*/api/matrices/1/products', () => HttpResponse.error()));
    const { user } = await open('/content/matrices/1/nomenclature', 'manager_matrix');
    (await screen.findByRole('button', { name: 'Переместить «Морс»' })).focus();
    await user.keyboard('{ArrowUp}');
    expect(await screen.findByText(/^Нет связи с сервером/)).toBeVisible();
    expect(screen.queryByText('Морс: место 2 из 3')).not.toBeInTheDocument();
    answer(
      http.put('*/api/matrices/1/products', () => HttpResponse.json({ code: 409, message: 'Занято' }, { status: 409 })),
    );
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать «Айс-латте»' }));
    await user.click(screen.getByRole('button', { name: 'В конец' }));
    expect(await screen.findByText('Занято')).toBeVisible();
    expect(await namesIn(1)).toEqual(['Айс-латте', 'Квас', 'Морс']);
  });

  it('[L700] a dialog that adds or removes products stays until the outcome is there', async () => {
    await send('POST', '/matrices/1/products', { ids: [2] });
    const { released, release } = hold();
    answer(http.delete('*/api/matrices/1/products', () => released));
    const { user } = await open('/content/matrices/1/nomenclature', 'manager_matrix');
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Квас»' }));
    await user.click(screen.getByRole('button', { name: 'Убрать (1)' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Убрать (1)' }));
    await tryToClose(user);
    release();
    expect(await screen.findByText('Убрано: 1')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Убрать (1)' })).not.toBeInTheDocument();
    const failed = hold();
    answer(
      http.post('*/api/matrices/1/products', async () => {
        await failed.released;
        return HttpResponse.error();
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Добавить' }));
    await user.click(await screen.findByRole('checkbox', { name: /Морс/ }));
    await user.click(screen.getByRole('button', { name: 'Добавить (1)' }));
    await tryToClose(user);
    failed.release();
    expect(await screen.findByText(/^Нет связи с сервером/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Отмена' })).toBeVisible();
  });

  it('[L645] a page of products past the end is the last one', async () => {
    const { user } = await open('/content/matrices/1/nomenclature?page=2', 'manager_matrix');
    await waitFor(async () => expect(await shown()).toBe(1));
    expect(window.location.search).toBe('');
    expect(screen.queryByRole('navigation', { name: 'Страницы' })).not.toBeInTheDocument();
    // What was read of the page when it was past the end is no reason to leave it later.
    const ids = (await addManyProducts(server(), 100)).map(({ id }) => id);
    await send('POST', '/matrices/1/products', { ids });
    await user.click(await screen.findByRole('button', { name: 'Следующая страница' }));
    await waitFor(async () => expect(await shown()).toBe(1));
    expect(window.location.search).toBe('?page=2');
  });

  it('[A460] shows that the people are loading, and that they cannot be read', async () => {
    const { released, release } = hold();
    answer(
      http.get('*/api/matrices/people', async () => {
        await released;
        return HttpResponse.json({ code: 400, message: 'Сбой' }, { status: 400 });
      }),
    );
    await open('/content/matrices/accessSettings/1', 'manager_matrix');
    expect(await screen.findByText('Загружаем')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Добавить роль' })).not.toBeInTheDocument();
    release();
    expect(await screen.findByText('Эта часть страницы не загрузилась')).toBeVisible();
  });

  it('[L101] shows whom a matrix is for, and explains the rights of a person in words', async () => {
    await server().createUser('admin_matrix', { last_name: 'Снегирёва' });
    const { user } = await open('/content/matrices/accessSettings/1', 'manager_matrix');
    await user.click(await screen.findByRole('combobox', { name: 'Добавить роль' }));
    await user.click(await screen.findByRole('option', { name: 'Администратор матриц' }));
    await user.click(screen.getByRole('combobox', { name: 'Пользователь' }));
    await user.click(await screen.findByRole('option', { name: 'Анна Снегирёва' }));
    expect(await screen.findByText('Матрица открыта только для просмотра.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(async () =>
      expect((await send('GET', '/matrices/1/access'))['roles']).toEqual([{ slug: 'admin_matrix', level: 'view' }]),
    );
  });

  it('[U449] the picker of a matrix offers only what the search found, and tells it to a screen reader', async () => {
    const { user } = await open('/content/matrices/1/nomenclature', 'admin');
    await user.click(await screen.findByRole('button', { name: 'Добавить' }));
    await user.click(await screen.findByRole('button', { name: 'Другая матрица' }));
    const picker = await screen.findByRole('combobox', { name: 'Матрица' });
    const status = within(picker.parentElement as HTMLElement).getByRole('status');
    await user.click(picker);
    await user.click(await screen.findByRole('option', { name: 'Чужая' }));
    await user.clear(picker);
    await user.type(picker, 'нет такой');
    await waitFor(() => expect(status).toHaveTextContent('Ничего не нашлось'));
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    answer(http.get('*/api/matrices', () => HttpResponse.json({ code: 409, message: 'Занято' }, { status: 409 })));
    await user.type(picker, 'и этой');
    expect(await screen.findByText('Поиск не удался.')).toHaveRole('alert');
    expect(status).toBeEmptyDOMElement();
  });

  it('[U3] the field that adds a role keeps the focus for the next one, and the button that removes a role passes it on', async () => {
    const { user } = await open('/content/matrices/accessSettings/1', 'manager_matrix');
    const add = await screen.findByRole('combobox', { name: 'Добавить роль' });
    await user.type(add, 'администратор матриц{ArrowDown}{Enter}');
    expect(await screen.findByRole('combobox', { name: 'Что можно: Администратор матриц' })).toBeVisible();
    expect(add).toHaveFocus();
    expect(add).toHaveValue('');
    await user.click(screen.getByRole('button', { name: /Администратор матриц/ }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('[A303] what a role rules out cannot be chosen, and a level without effect shows what holds', async () => {
    const manager = await server().createUser('manager_matrix', { last_name: 'Снегирёва' });
    const access = { users: [{ id: manager.id, level: 'edit' as const }], roles: [] };
    await server().db.update(matrices).set({ access }).where(eq(matrices.id, 2));
    const { user } = await open('/content/matrices/accessSettings/2', 'admin');
    const row = within(
      (await screen.findByRole('combobox', { name: 'Что можно: Анна Снегирёва' })).closest('li') as HTMLElement,
    );
    expect(row.getByText(/Фактически: Смотрит. Менеджер матриц изменяет только те, что создал сам/)).toBeVisible();
    await user.selectOptions(row.getByRole('combobox'), 'Смотрит');
    expect(row.getByRole('option', { name: 'Изменяет' })).toBeDisabled();
    expect(row.getByText(/Изменять не сможет. Менеджер матриц изменяет/)).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Добавить роль' }));
    expect(await screen.findByRole('option', { name: /Фотограф: Нет права видеть матрицы/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await user.click(screen.getByRole('option', { name: 'Администратор матриц' }));
    const role = screen.getByRole('combobox', { name: 'Что можно: Администратор матриц' });
    await user.selectOptions(role, 'Изменяет');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(async () =>
      expect((await asAdmin('GET', '/matrices/2/access')).result).toEqual({
        users: [{ id: manager.id, level: 'view' }],
        roles: [{ slug: 'admin_matrix', level: 'edit' }],
      }),
    );
  });

  it('[A300] a refused level is an error on the access screen', async () => {
    await server().createUser('manager_matrix', { last_name: 'Снегирёва' });
    const { user } = await open('/content/matrices/accessSettings/2', 'admin');
    await user.click(await screen.findByRole('combobox', { name: 'Добавить роль' }));
    await user.click(await screen.findByRole('option', { name: 'Администратор матриц' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Что можно: Администратор матриц' }), 'Изменяет');
    const roles = (await asAdmin('GET', '/roles')).result as { id: number; slug: string }[];
    await asAdmin('PUT', `/roles/${roles.find(({ slug }) => slug === 'admin_matrix')?.id}`, {
      permissions: [{ slug: 'matrix.view-list' }],
    });
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText(/Администратор матриц: уровень «Изменяет» ничего не даст/)).toBeVisible();
  });

  it('[L102] a merge is shown before it is made, and reported after', async () => {
    await send('POST', '/matrices', { name: 'Вторая' });
    await send('POST', '/matrices/3/products', { ids: [1, 2] });
    const { user } = await open('/content/matrices/merge', 'manager_matrix');
    const sources = await screen.findByRole('combobox', { name: 'Что объединить' });
    await user.click(sources);
    for (const name of ['Вторая', 'Своя']) await user.click(await screen.findByRole('option', { name }));
    await user.keyboard('{Escape}');
    fireEvent.change(screen.getByRole('textbox', { name: 'Название новой матрицы' }), { target: { value: 'Вместе' } });
    expect(await screen.findByText('Всего в объединённой: 2')).toBeVisible();
    expect(screen.getByText('Есть во всех: 1')).toBeVisible();
    await user.dblClick(screen.getByRole('button', { name: 'Объединить' }));
    expect(await screen.findByText('Готово: в матрице «Вместе» 2 товара')).toBeVisible();
    expect(await namesIn(4)).toEqual(['Айс-латте', 'Квас']);
    expect((await send('GET', '/matrices'))['total']).toBe(4);
  });
});
