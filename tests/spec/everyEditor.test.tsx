import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { referenceNames } from '#contract/references.ts';
import { TOKENS_KEY } from '#providers/session/tokenStore.ts';
import { collectNotified, notify } from '#server/realtime/notifications/notify.ts';
import { addedReference } from '#tests/support/attributes.ts';
import { addProducts, addValues } from '#tests/support/records.ts';
import { goTo, useScreens } from '#tests/support/screen.tsx';
import { beginSite } from '#tests/support/siteTree.ts';

const { server, open, load } = useScreens();

/** Of the reference that the tests add, after those that are declared. */
const addedReferenceId = referenceNames.length + 1;

/** Editors, by their address, with the field to type into and the record in the API. */
const own = [
  ['/content/nomenclature/1/settings', 'Название', '/products/1', 'name'],
  ['/content/catalog/1/settings', 'Название', '/models/1', 'name'],
  ['/content/matrices/1/edit', 'Название', '/matrices/1', 'name'],
  ['/content/users/2/edit', 'Имя', '/users/2', 'first_name'],
  ['/content/roles/5/edit', 'Название', '/roles/5', 'name'],
  ['/content/settings/reference/brand/1/edit', 'Название', '/reference/brand/value/1', 'name'],
  ['/content/settings/attribute/1/edit', 'Название', '/attribute/1', 'name'],
  [`/content/settings/reference/${addedReferenceId}/edit`, 'Название', `/reference/${addedReferenceId}`, 'name'],
  ['/content/settings/cafe/1/edit', 'Название', '/cafe/1', 'name'],
] as const;
/** Those made of react-admin's parts. */
const stock = [
  ['/content/settings/language/1/edit', /^Название/, '/language/1', 'name'],
  ['/content/settings/project/1/edit', /^Название/, '/project/1', 'name'],
] as const;

const ways: readonly [string, (user: UserEvent) => unknown][] = [
  [
    'the menu',
    user =>
      user.click(
        within(screen.getByRole('navigation', { name: 'Меню' })).getByRole('link', { name: 'Каталог моделей' }),
      ),
  ],
  ['an address', () => goTo('/content/history')],
  ['the back button', () => window.history.back()],
  [
    'the link of a notification',
    async user => {
      await user.click(await screen.findByRole('button', { name: 'Уведомления, непрочитанных: 1' }));
      await user.click(await screen.findByRole('link', { name: /товары\.csv/ }));
    },
  ],
  [
    'signing out',
    async user => {
      await user.click(screen.getByRole('button', { name: /^Учётная запись/ }));
      await user.click(screen.getByRole('menuitem', { name: 'Выйти' }));
    },
  ],
];

const notifyOfImport = async () => {
  const people = collectNotified(new Date());
  const counts = { new: 1, changed: 0, unchanged: 0, faulty: 0 };
  await notify(server().db, people, [(await server().signIn('admin')).user.id], {
    kind: 'import_finished',
    payload: { file_name: 'товары.csv', counts },
    link: '/content/nomenclature/import',
  });
};

/** Those that nobody may use while acting as another user. */
const closedWhileActing: readonly string[] = ['/content/users/2/edit', '/content/roles/5/edit'];

const home = () => screen.findByRole('heading', { level: 1, name: /^Здравствуйте/ });
const question = () => screen.findByRole('dialog', { name: 'Уйти без сохранения?' });
const noQuestion = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const stay = async (user: UserEvent) => {
  await user.click(within(await question()).getByRole('button', { name: 'Остаться' }));
  await noQuestion();
};
const asksOnClose = () => {
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented;
};

describe.each([...own, ...stock])('The editor at %s', (address, label, path, name) => {
  beforeEach(async () => {
    const send = await server().as('admin');
    await server().createUser('photographer', { first_name: 'Ольга' });
    await addProducts(server(), { name: 'Квас' });
    await addValues(server(), 'brand', 'Ясень');
    await send('POST', '/models', { name: 'Напитки' });
    await send('POST', '/matrices', { name: 'Матрица', code: 'M-1' });
    await send('POST', '/attribute', { name: 'Состав', code: 'composition' });
    await send('POST', '/language', { name: 'Русский', code: 'ru' });
    await send('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    await send('POST', '/reference', addedReference);
    await send('POST', '/cafe', { name: 'Невская', kind: 'folder', folder: 'nevskaya' });
    await notifyOfImport();
  });

  const type = async (user: UserEvent) => {
    const field = await screen.findByRole('textbox', { name: label });
    await user.type(field, '!');
    return { user, field, text: (field as HTMLInputElement).value };
  };
  const typed = async () => {
    const { user } = await open('/content', 'admin');
    await home();
    goTo(address);
    return type(user);
  };

  it('[L520] asks for confirmation before each way out discards what was typed', async () => {
    const { user, field, text } = await typed();
    for (const [, leave] of ways) {
      expect(asksOnClose()).toBe(true);
      await leave(user);
      await stay(user);
      expect(field).toHaveValue(text);
    }
  });

  it('[L520] asks before the forward button and a record whose number begins alike, and stays when the session or the build ends', async () => {
    const { user, services, left, storeElsewhere } = await open('/content', 'admin');
    await home();
    goTo(address);
    await screen.findByRole('textbox', { name: label });
    goTo('/content/history');
    await screen.findByRole('heading', { name: 'История изменений' });
    window.history.back();
    const { field, text } = await type(user);
    window.history.forward();
    await stay(user);
    goTo(address.replace(/\/(\d)\/(\w+)$/, (_, id, tab) => `/${id}2/${tab}`));
    await stay(user);
    await expect(services.staleBundle.reloadFor('missing')).resolves.toBe(false);
    const tokens = window.localStorage.getItem(TOKENS_KEY);
    storeElsewhere(TOKENS_KEY, null);
    await screen.findByRole('dialog', { name: 'Сеанс закончился' });
    storeElsewhere(TOKENS_KEY, tokens);
    await noQuestion();
    expect([field, left, window.location.pathname]).toEqual([expect.objectContaining({ value: text }), [], address]);
  });

  it.runIf(!closedWhileActing.includes(address))('[L520] asks before the return from acting discards it', async () => {
    const { services } = await open('/content', 'admin');
    await services.actAs.start((await server().createUser('admin', { first_name: 'Инна' })).id);
    const { user, left } = await load('/content');
    await home();
    goTo(address);
    const { field, text } = await type(user);
    const back = screen.getByRole('button', { name: 'Вернуться в свою учётную запись' });
    await user.click(back);
    await stay(user);
    expect([field, left]).toEqual([expect.objectContaining({ value: text }), []]);
    await user.click(back);
    await user.click(within(await question()).getByRole('button', { name: 'Уйти без сохранения' }));
    await waitFor(() => expect(left).toEqual(['/content']));
  });

  it('[T650] asks nothing once it was saved, whichever way leads out of it', async () => {
    const { user, services, left } = await open('/content', 'admin');
    for (const [, leave] of ways) {
      goTo('/content');
      await home();
      goTo(address);
      const { field, text } = await type(user);
      // The button comes with the first change. The field shows whether the form kept what was typed until then.
      const save = await screen.findByRole('button', { name: 'Сохранить' });
      expect(field).toHaveValue(text);
      await user.click(save);
      await waitFor(() => expect(services.unsavedForms.hasUnsaved()).toBe(false));
      expect(await saved()).toMatchObject({ [name]: text });
      expect(asksOnClose()).toBe(false);
      await leave(user);
      await waitFor(() => expect([window.location.pathname, ...left]).not.toEqual([address]));
      expect(screen.queryByRole('dialog', { name: 'Уйти без сохранения?' })).not.toBeInTheDocument();
    }
    // A stock form has already gone to its list when it is saved, so the sign-out may still be under way.
    await waitFor(() => expect(left).toEqual(['/login']));
  });

  const saved = async () => (await (await server().as('admin'))('GET', path)).result;
  const saveAsOther = async () => {
    const admin = await server().as('admin');
    expect(await admin('PUT', path, { [name]: 'Чужое' })).toMatchObject({ status: 200 });
  };

  it.runIf(own.some(([one]) => one === address))(
    '[L520] keeps what was typed when somebody else has saved the field first, and saves it only when chosen',
    async () => {
      const { user, field, text } = await typed();
      await saveAsOther();
      await user.click(screen.getByRole('button', { name: 'Сохранить' }));
      const dialog = within(await screen.findByRole('dialog'));
      expect(field).toHaveValue(text);
      expect(await saved()).toMatchObject({ [name]: 'Чужое' });
      await user.click(dialog.getByRole('radio', { name: /^У вас/ }));
      await user.click(dialog.getByRole('button', { name: /^Сохранить/ }));
      await waitFor(async () => expect(await saved()).toMatchObject({ [name]: text }));
    },
  );

  it.runIf(stock.some(([one]) => one === address))(
    '[L520] [Q10] names at the field what somebody else has saved there, and replaces it only by another save',
    async () => {
      const { user, field, text } = await typed();
      await screen.findByText('Изменения видны сразу');
      await saveAsOther();
      expect(await screen.findByText(/^Здесь уже сохранено «Чужое» \(Анна Берёзкина\)/)).toBeVisible();
      expect(field).toHaveValue(text);
      expect(await saved()).toMatchObject({ [name]: 'Чужое' });
      await user.click(screen.getByRole('button', { name: 'Сохранить' }));
      await waitFor(async () => expect(await saved()).toMatchObject({ [name]: text }));
    },
  );
});

describe('The category editor', () => {
  const rename = async (user: UserEvent, from: RegExp, to: string) => {
    fireEvent.click(await screen.findByRole('treeitem', { name: from }));
    screen.getByRole('tree').focus();
    await user.keyboard('{F2}');
    fireEvent.change(screen.getByRole('textbox', { name: 'Название категории' }), { target: { value: to } });
    await user.keyboard('{Enter}');
  };

  it('[L520] [K48] [T650] asks before each way out discards an edit, and nothing once the tree was saved', async () => {
    await beginSite(server());
    await notifyOfImport();
    const { user, services, left } = await open('/content', 'admin');
    await home();
    goTo('/content/categories');
    await rename(user, /^Еда/, 'Снедь');
    expect([asksOnClose(), services.unsavedForms.hasUnsaved()]).toEqual([true, true]);
    for (const [, leave] of ways) {
      await leave(user);
      await stay(user);
      expect(screen.getByRole('treeitem', { name: /^Снедь/ })).toBeVisible();
    }
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Дерево категорий сохранено');
    expect([asksOnClose(), services.unsavedForms.hasUnsaved()]).toEqual([false, false]);
    goTo('/content/history');
    await screen.findByRole('heading', { level: 1, name: 'История изменений' });
    await ways.at(-1)?.[1](user);
    await waitFor(() => expect(left).toEqual(['/login']));
  });
});

describe('The access form of a matrix', () => {
  // Also below the dialog of a conflict.
  const role = () => screen.findByRole('combobox', { name: 'Что можно: Администратор матриц', hidden: true });
  const addRole = async (user: UserEvent) => {
    await user.click(await screen.findByRole('combobox', { name: 'Добавить роль' }));
    await user.click(await screen.findByRole('option', { name: 'Администратор матриц' }));
    await user.selectOptions(await role(), 'Смотрит');
  };
  const start = async () => {
    const admin = await server().as('admin');
    await admin('POST', '/matrices', { name: 'Матрица' });
    await notifyOfImport();
    const window = await open('/content', 'admin');
    await home();
    goTo('/content/matrices/1/accessSettings');
    await addRole(window.user);
    return { ...window, admin };
  };

  it('[L520] [T650] asks before each way out discards a level, and nothing once it was saved', async () => {
    const { user, services, left, admin } = await start();
    for (const [, leave] of ways) {
      expect(asksOnClose()).toBe(true);
      await leave(user);
      await stay(user);
      expect(await role()).toHaveDisplayValue('Смотрит');
    }
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(services.unsavedForms.hasUnsaved()).toBe(false));
    expect((await admin('GET', '/matrices/1/access')).result).toMatchObject({
      roles: [{ slug: 'admin_matrix', level: 'view' }],
    });
    expect(asksOnClose()).toBe(false);
    await ways.at(-1)?.[1](user);
    await waitFor(() => expect(left).toEqual(['/login']));
  });

  it('[L520] keeps a level that was chosen when somebody else has saved the access first, and saves it only when chosen', async () => {
    const { user, admin } = await start();
    const roles = [{ slug: 'admin_matrix', level: 'edit' }];
    expect(await admin('PUT', '/matrices/1/access', { users: [], roles })).toMatchObject({ status: 200 });
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await role()).toHaveDisplayValue('Смотрит');
    expect((await admin('GET', '/matrices/1/access')).result).toMatchObject({ roles });
    await user.click(dialog.getByRole('radio', { name: /^У вас/ }));
    await user.click(dialog.getByRole('button', { name: /^Сохранить/ }));
    await waitFor(async () =>
      expect((await admin('GET', '/matrices/1/access')).result).toMatchObject({
        roles: [{ slug: 'admin_matrix', level: 'view' }],
      }),
    );
  });
});
