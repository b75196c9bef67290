import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { permissionSlugs } from '#contract/permissions.ts';
import { openAutosaveStore } from '#providers/forms/autosaveStore.ts';
import { rolePermissions } from '#server/db/schema.ts';
import { letRole } from '#tests/support/permissions.ts';
import { addProducts, findRow } from '#tests/support/records.ts';
import { itemsIn } from '#tests/support/samples.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, load, answer } = useScreens();

const put = (label: string | RegExp, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const users = async () => itemsIn(await (await server().as('admin'))('GET', '/users'));
const statusOf = async (name: string) => (await users()).find(user => user['name'] === name)?.['status'];
const box = (name: string | RegExp) => screen.getByLabelText(name, { selector: 'input[type=checkbox]' });
const reach = (title: string) => screen.getByRole('region', { name: title });

/** The form of a new user, filled in but for the role. */
const fill = async (role = 'Бухгалтер', as: Parameters<typeof open>[1] = 'admin') => {
  const { user } = await open('/content/users/create', as);
  await screen.findByLabelText(/^Фамилия/);
  put(/^Фамилия/, 'Зимин');
  put(/^Имя/, 'Олег');
  put(/^Электронная почта/, 'zimin@example.com');
  await user.click(screen.getByLabelText(/^Роль/));
  await user.click(await screen.findByRole('option', { name: role }));
  await screen.findByText('Дополнительные права');
  return user;
};

describe('§2 A new user', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('[V460] [E5] [R66] [V3] [V4] [K7] [N19] [N22] is made, and the password is shown once and copied', async () => {
    const user = await fill();
    fireEvent.click(screen.getByText('Создать', { selector: 'button' }));
    const dialog = await screen.findByRole('dialog', { name: 'Пароль для нового пользователя' });
    expect(await screen.findByText('Пользователь создан: Зимин Олег')).toBeVisible();
    const password = within(dialog).getByLabelText<HTMLInputElement>('Пароль').value;
    expect(password).toMatch(/^[\w-]{16}$/);
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    // A clock that stands still while a slow machine draws.
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const pressedAt = Date.now();
    await user.click(within(dialog).getByRole('button', { name: 'Скопировать' }));
    const notice = await screen.findByText('Пароль скопирован');
    expect(notice).toBeVisible();
    expect(copied).toHaveBeenCalledWith(password);
    const shownAt = Date.now();
    await waitFor(() => expect(notice).not.toBeInTheDocument());
    expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(1500);
    // Others stay for more than twice as long.
    expect(Date.now() - shownAt).toBeLessThan(3500);
    vi.useRealTimers();
    await user.click(within(dialog).getByRole('button', { name: 'Скопировать данные для входа' }));
    const all = `Адрес: ${window.location.origin}/login\nЭлектронная почта: zimin@example.com\nПароль: ${password}`;
    expect(copied).toHaveBeenLastCalledWith(all);
    await user.click(within(dialog).getByRole('button', { name: 'Готово' }));
    await screen.findByRole('heading', { level: 1, name: 'Зимин Олег' });
    expect(document.body.innerHTML).not.toContain(password);
    await load(window.location.pathname);
    await screen.findByRole('heading', { level: 1, name: 'Зимин Олег' });
    const kept = [document.body.innerHTML, ...Object.values({ ...localStorage, ...sessionStorage })];
    expect(kept.join('\n')).not.toContain(password);
    const visitor = await server().as('visitor');
    expect((await visitor('POST', '/auth/login', { email: 'zimin@example.com', password })).status).toBe(200);
  });

  it('[T684] is not sent by Enter in the open list of roles, and gets the role that is chosen there', async () => {
    const { user } = await open('/content/users/create', 'admin');
    const role = await screen.findByLabelText(/^Роль/);
    await user.type(role, 'Бухгалтер');
    await screen.findByRole('option', { name: 'Бухгалтер' });
    await user.keyboard('{Enter}');
    expect(screen.queryByText('Заполните поле')).not.toBeInTheDocument();
    expect(role).toHaveValue('Бухгалтер');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(role).toHaveValue('Бухгалтер');
    expect(role).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{Enter}');
    expect((await screen.findAllByText('Заполните поле')).length).toBeGreaterThan(0);
    expect(role).toBeValid();
    expect(screen.getByLabelText(/^Фамилия/)).toBeInvalid();
  });

  it('[N20] has a password that can be copied by hand where there is no clipboard', async () => {
    const user = await fill();
    fireEvent.click(screen.getByText('Создать', { selector: 'button' }));
    const dialog = await screen.findByRole('dialog', { name: 'Пароль для нового пользователя' });
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
    await user.click(within(dialog).getByRole('button', { name: 'Скопировать' }));
    expect(await screen.findByText('Не удалось скопировать пароль: скопируйте вручную')).toBeVisible();
    const input = within(dialog).getByLabelText<HTMLInputElement>('Пароль');
    expect(input).toHaveFocus();
    expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe(input.value);
  });

  it('[A11] is shown with the pages that they will reach, and the permission that opens each', async () => {
    const user = await fill();
    const panel = () => reach('Доступные страницы').textContent?.replace(/\s+/g, ' ');
    await waitFor(() => expect(panel()).toContain('Товары: ценыНоменклатура: цена'));
    expect(panel()).not.toContain('Каталог моделей');
    await user.click(box(/^Модели: список/));
    expect(panel()).toContain('Модели: списокКаталог моделей');
    await user.click(box(/^Вход под другим пользователем/));
    expect(panel()).toContain('Прочие праваВход под другим пользователем');
  });

  it('[A19] [A3] gets no permission that the creator lacks', async () => {
    await letRole(
      server(),
      'content_manager',
      'users.show-list',
      'user.create',
      'product.show-prices',
      'products.show-list',
    );
    const user = await fill('Бухгалтер', 'content_manager');
    await waitFor(() => expect(box(/^Товары: цены/)).toBeChecked());
    expect(box(/^Товары: цены/)).toBeDisabled();
    expect(box(/^Матрицы: список/)).toBeDisabled();
    expect(box(/^Пользователи: создание/)).toBeEnabled();
    await user.click(screen.getByLabelText(/^Роль/));
    expect(screen.getByRole('option', { name: 'Администратор' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('option', { name: 'Бухгалтер' })).toHaveAttribute('aria-disabled', 'false');
  });

  it('[A10] [T654] has a password that autosave never stores', async () => {
    await fill();
    // Some browsers send what they check for spelling to a server of their own.
    expect(await screen.findByLabelText('Пароль')).toHaveAttribute('spellcheck', 'false');
    put('Пароль', 'do not keep me');
    put(/^Отчество/, 'Ильич');
    const { user: admin } = await server().signIn('admin');
    const kept = () => openAutosaveStore().listForRecord([String(admin.id), 'users', 'new', '']);
    await waitFor(async () => expect(JSON.stringify(await kept())).toContain('Ильич'));
    expect(JSON.stringify(await kept())).not.toContain('do not keep me');
  });
});

describe('§2 The list of users', () => {
  it('[R41] [T7] [A18] blocks a user after a question, and lets them in again', async () => {
    await server().createUser('accountant', { first_name: 'Олег', last_name: 'Зимин' });
    const { user } = await open('/content/users', 'admin');
    const row = await findRow('Зимин Олег');
    expect(row).toHaveTextContent('Активен');
    await user.click(await within(row).findByRole('button', { name: 'Заблокировать: Зимин Олег' }));
    const dialog = await screen.findByRole('dialog', { name: 'Заблокировать пользователя?' });
    await user.click(within(dialog).getByRole('button', { name: 'Отмена' }));
    expect(await statusOf('Зимин Олег')).toBe('active');
    await user.click(within(row).getByRole('button', { name: 'Заблокировать: Зимин Олег' }));
    await user.click(await screen.findByRole('button', { name: 'Заблокировать' }));
    expect(await screen.findByText('Пользователь заблокирован: Зимин Олег')).toBeVisible();
    await waitFor(() => expect(row).toHaveTextContent('Заблокирован'));
    expect(await statusOf('Зимин Олег')).toBe('blocked');
    await user.click(within(row).getByRole('button', { name: 'Разблокировать: Зимин Олег' }));
    await user.click(await screen.findByRole('button', { name: 'Разблокировать' }));
    await waitFor(async () => expect(await statusOf('Зимин Олег')).toBe('active'));
  });

  it('[A18] shows why a user could not be blocked', async () => {
    await server().createUser('accountant', { first_name: 'Олег', last_name: 'Зимин' });
    const { user } = await open('/content/users', 'admin');
    const row = await findRow('Зимин Олег');
    const refuse = (code: number, message: string) =>
      answer(http.put('*/api/users/*', () => HttpResponse.json({ code, message }, { status: code })));
    for (const [code, message, told] of [
      [409, 'Не останется администратора', 'Не останется администратора'],
      [403, 'Нельзя', 'Недостаточно прав: статус не изменён'],
    ] as const) {
      refuse(code, message);
      await user.click(await within(row).findByRole('button', { name: 'Заблокировать: Зимин Олег' }));
      await user.click(await screen.findByRole('button', { name: 'Заблокировать' }));
      expect(await screen.findByText(told)).toBeVisible();
      expect(row).toHaveTextContent('Активен');
    }
  });

  it('[A4] [A6] offers nothing against oneself, nor against who holds more', async () => {
    await letRole(server(), 'content_manager', 'users.show-list', 'user.show-general', 'user.auth');
    await server().createUser('accountant', { first_name: 'Олег', last_name: 'Зимин' });
    await open('/content/users', 'content_manager');
    const stronger = await findRow('Зимин Олег');
    await waitFor(() => expect(within(stronger).getByTitle('Можно смотреть, но не изменять')).toBeInTheDocument());
    expect(screen.queryByRole('button', { name: /^Заблокировать: / })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Войти под/ })).not.toBeInTheDocument();
  });

  it('[P10] [T4] leads into the account of another user', async () => {
    const other = await server().createUser('accountant', { first_name: 'Олег', last_name: 'Зимин' });
    const { user, left, services } = await open('/content/users', 'admin');
    const row = await findRow('Зимин Олег');
    await user.click(await within(row).findByRole('button', { name: 'Войти под пользователем: Зимин Олег' }));
    await waitFor(() => expect(left).toEqual(['/content']));
    expect(services.profile.current()?.id).toBe(other.id);
  });
});

describe('§8 The notices of a user', () => {
  const begin = async () => {
    const person = await server().createUser('accountant', { first_name: 'Олег', last_name: 'Зимин' });
    const opened = await open(`/content/users/${person.id}/edit`, 'admin');
    await screen.findByRole('heading', { level: 1, name: 'Зимин Олег' });
    return { ...opened, person };
  };

  it('[N22] report that the data were updated', async () => {
    const { user } = await begin();
    put(/^Имя/, 'Пётр');
    await user.click(await screen.findByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Данные пользователя обновлены')).toBeVisible();
  });

  it('[N22] [F8] report that the user was deleted', async () => {
    const { user } = await begin();
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));
    expect(await screen.findByText('Пользователь удалён: Зимин Олег')).toBeVisible();
    await waitFor(() => expect(window.location.pathname).toBe('/content/users'));
    expect(await users()).toHaveLength(1);
  });

  it('[N23] report that the user was already deleted', async () => {
    const { user } = await begin();
    answer(http.delete('*/api/users/*', () => HttpResponse.json({ code: 404, message: 'Нет' }, { status: 404 })));
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));
    expect(await screen.findByText('Этот пользователь уже был удалён')).toBeVisible();
    await waitFor(() => expect(window.location.pathname).toBe('/content/users'));
  });
});

describe('A role', () => {
  const roleId = async (slug: string) => {
    const { result } = await (await server().as('admin'))('GET', '/roles');
    return (result as { id: number; slug: string }[]).find(role => role.slug === slug)?.id;
  };

  it('[A12] shows who has it, and what saving would give to and take from whom', async () => {
    await server().createUser('accountant', { first_name: 'Олег', last_name: 'Зимин' });
    const { user } = await open(`/content/roles/${await roleId('accountant')}/edit`, 'admin');
    const holders = await screen.findByRole('region', { name: 'У кого эта роль' });
    expect(await within(holders).findByRole('link', { name: 'Зимин Олег' })).toBeVisible();
    expect(holders).toHaveTextContent('Права этих людей не изменятся.');
    await user.click(box(/^Товары: цены/));
    await user.click(box(/^Модели: список/));
    expect(holders).toHaveTextContent('Потеряют право «Товары: цены»Зимин Олег');
    expect(holders).toHaveTextContent('Получат право «Модели: список»Зимин Олег');
    expect(holders).toHaveTextContent('Откроются страницыКаталог моделей');
    expect(holders).toHaveTextContent('Закроются страницыНоменклатура: цена');
    await user.click(await screen.findByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(holders).toHaveTextContent('Права этих людей не изменятся.'));
  });

  it('[A8] [P20] that loses a permission closes what it opened in the windows of its people, at once', async () => {
    const id = await roleId('content_manager');
    await open('/content/catalog', 'content_manager');
    await screen.findByRole('heading', { level: 1, name: 'Каталог моделей' });
    await screen.findByText('Изменения видны сразу');
    const held = permissionSlugs.filter(slug => slug.startsWith('product')).map(slug => ({ slug }));
    await (await server().as('admin'))('PUT', `/roles/${id}`, { permissions: held });
    await waitFor(() => expect(window.location.pathname).toBe('/content'));
    expect(screen.queryByRole('link', { name: 'Каталог моделей' })).not.toBeInTheDocument();
  });

  it('[P20] [N5] [N24] that loses a permission unnoticed has the next save refused, and the next profile leads home', async () => {
    await addProducts(server(), { name: 'Квас' });
    const { user, services } = await open('/content/nomenclature/1/settings', 'content_manager');
    await screen.findByRole('textbox', { name: 'Название' });
    services.realtime.disconnect();
    const admin = await server().as('admin');
    const permissions = [{ slug: 'products.show-list' }, { slug: 'models.show-list' }];
    await admin('PUT', `/roles/${await roleId('content_manager')}`, { permissions });
    await user.type(screen.getByRole('textbox', { name: 'Название' }), '!');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Сохранить' })).not.toHaveAttribute('aria-disabled'));
    expect((await admin('GET', '/products/1')).result).toMatchObject({ name: 'Квас', version: 1 });
    expect(screen.getByRole('textbox', { name: 'Название' })).toHaveValue('Квас!');
    await act(() => services.profile.reload());
    await waitFor(() => expect(window.location.pathname).toBe('/content'));
    expect(await screen.findByText('У вас нет доступа к разделу с номенклатурой')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Категории' })).not.toBeInTheDocument();
  });

  it('[A13] of the administrator can be looked at and not changed', async () => {
    await open(`/content/roles/${await roleId('admin')}/edit`, 'admin');
    expect(await screen.findByText('Вы можете смотреть эту запись, но не изменять её.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Удалить' })).not.toBeInTheDocument();
    const held = await server().db.select().from(rolePermissions);
    expect(held.length).toBeGreaterThan(permissionSlugs.length);
  });

  it('[A11] has a permission found by its name, and all of a group chosen at once', async () => {
    const { user } = await open('/content/roles/create', 'admin');
    await screen.findByLabelText('Найти право');
    put('Найти право', 'модели');
    await waitFor(() => expect(screen.queryByLabelText(/^Товары: цены/)).not.toBeInTheDocument());
    await user.click(box('Выбрать все: Каталог моделей'));
    put('Найти право', '');
    expect(await screen.findByText('Выбрано: 5')).toBeVisible();
  });
});
