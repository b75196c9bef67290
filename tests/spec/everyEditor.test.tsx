import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { addProducts, addValues } from '#tests/support/records.ts';
import { goTo, useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

/** Editors, by their address, with the field to type into and the record in the API. */
const editors = [
  ['/content/nomenclature/1/settings', 'Название', '/products/1', 'name'],
  ['/content/catalog/1/settings', 'Название', '/models/1', 'name'],
  ['/content/matrices/1/edit', 'Название', '/matrices/1', 'name'],
  ['/content/users/2/edit', 'Имя', '/users/2', 'first_name'],
  ['/content/settings/reference/brand/1/edit', 'Название', '/reference/brand/value/1', 'name'],
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
  [
    'signing out',
    async user => {
      await user.click(screen.getByRole('button', { name: /^Учётная запись/ }));
      await user.click(screen.getByRole('menuitem', { name: 'Выйти' }));
    },
  ],
];

describe.each(editors)('The editor at %s', (address, label, path, name) => {
  beforeEach(async () => {
    const send = await server().as('admin');
    await server().createUser('photographer', { first_name: 'Ольга' });
    await addProducts(server(), { name: 'Квас' });
    await addValues(server(), 'brand', 'Ясень');
    await send('POST', '/models', { name: 'Напитки' });
    await send('POST', '/matrices', { name: 'Матрица', code: 'M-1' });
  });

  const typed = async () => {
    const { user } = await open(address, 'admin');
    const field = await screen.findByRole('textbox', { name: label });
    await user.type(field, '!');
    return { user, field, text: (field as HTMLInputElement).value };
  };
  const asksOnClose = () => {
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    return closing.defaultPrevented;
  };

  it.each(ways)('[L520] asks for confirmation before %s discards what was typed', async (_, leave) => {
    const { user, field, text } = await typed();
    expect(asksOnClose()).toBe(true);
    await leave(user);
    const dialog = await screen.findByRole('dialog', { name: 'Уйти без сохранения?' });
    await user.click(within(dialog).getByRole('button', { name: 'Остаться' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(field).toHaveValue(text);
  });

  it('[L520] keeps what was typed when somebody else has saved the field first, and saves it only when chosen', async () => {
    const { user, field, text } = await typed();
    const admin = await server().as('admin');
    expect(await admin('PUT', path, { [name]: 'Чужое' })).toMatchObject({ status: 200 });
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(field).toHaveValue(text);
    expect((await admin('GET', path)).result).toMatchObject({ [name]: 'Чужое' });
    await user.click(dialog.getByRole('radio', { name: /^У вас/ }));
    await user.click(dialog.getByRole('button', { name: /^Сохранить/ }));
    await waitFor(async () => expect((await admin('GET', path)).result).toMatchObject({ [name]: text }));
  });
});
