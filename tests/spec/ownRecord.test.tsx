import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pngOf } from '#tests/support/images.ts';
import { itemsIn } from '#tests/support/samples.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

const put = (label: string | RegExp, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const button = (name: string) => screen.getByRole('button', { name });
const users = async () => itemsIn(await (await server().as('admin'))('GET', '/users'));

describe('§2 The own record among the users', () => {
  it('[A21] shows what others decide and lets the names be changed', async () => {
    const { user: person } = await server().signIn('admin');
    const { user } = await open(`/content/users/${person.id}/edit`, 'admin');
    expect(await screen.findByText(/^Недоступные здесь поля может изменить только другой/)).toBeVisible();
    for (const label of [/^Роль/, /^Пароль/, /^Статус/]) expect(screen.getByLabelText(label)).toBeDisabled();
    for (const one of screen.getAllByRole('checkbox', { hidden: true })) expect(one).toBeDisabled();
    put(/^Имя/, 'Мария');
    await user.click(button('Сохранить'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Берёзкина Мария' })).toBeVisible();
    expect((await users()).find(({ id }) => id === person.id)).toMatchObject({ first_name: 'Мария', role: 'admin' });
  });
});

describe('§3 The own profile', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Мой профиль' });
  const openDialog = async () => {
    const opened = await open('/content', 'accountant');
    await screen.findAllByRole('heading', { level: 1 });
    fireEvent.click(screen.getByRole('button', { name: /^Учётная запись/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Мой профиль' }));
    await within(await dialog()).findByLabelText(/^Фамилия/);
    return opened;
  };

  it('[A14] is changed by the current user, and appears at once', async () => {
    const { user } = await openDialog();
    put(/^Имя/, 'Мария');
    put(/^Фамилия/, '');
    await user.click(button('Сохранить'));
    await waitFor(() => expect(screen.getByLabelText(/^Фамилия/)).toHaveAccessibleDescription('Заполните поле'));
    put(/^Фамилия/, 'Осокина');
    await user.click(button('Сохранить'));
    expect(await screen.findByText('Профиль сохранён')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Учётная запись: Мария Осокина' })).toBeVisible();
  });

  it('[A14] [A15] has a photo that is shown in its place, and is taken away again', async () => {
    const { user, services } = await openDialog();
    const input = screen.getByLabelText('Выбрать фотографию', { selector: 'input' });
    await user.upload(input, new File(['no picture'], 'me.png', { type: 'image/png' }));
    expect(await screen.findByText(/^«me\.png»: это не JPEG/)).toBeVisible();
    await user.upload(input, new File([(await pngOf('teal')) as BlobPart], 'me.png', { type: 'image/png' }));
    expect(await screen.findByText('Фотография сохранена')).toBeVisible();
    const url = services.profile.current()?.avatar?.url ?? '';
    const face = () => screen.getByRole('button', { name: /^Учётная запись/, hidden: true }).querySelector('img');
    await waitFor(() => expect(face()?.getAttribute('src')).toContain(url));
    await user.click(button('Убрать фотографию'));
    expect(await screen.findByText('Фотография убрана')).toBeVisible();
    expect(face()).toBeNull();
  });
});
