import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { users } from '#server/db/schema.ts';
import { addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, load } = useScreens();

/** An administrator who acts as another. */
const act = async () => {
  const subject = await server().createUser('admin', { first_name: 'Дарья', last_name: 'Воробьёва' });
  const { services } = await open('/content', 'admin');
  await services.actAs.start(subject.id);
  return subject;
};
const note = () => screen.findByText(/^Вы работаете под чужой учётной записью: пользователей, роли и права/);

describe('Screens, while acting as another user', () => {
  it('[A100] a user and a role are shown closed, with the reason, and nothing can be done to them', async () => {
    const { id } = await act();
    await load(`/content/users/${id}/edit`);
    expect(await note()).toBeVisible();
    for (const label of [/^Роль/, /^Пароль/, /^Статус/, /^Имя/, /почта/])
      expect(screen.getByLabelText(label)).toBeDisabled();
    expect(screen.queryByRole('button', { name: /^(Удалить|Заблокировать|Войти под)/ })).not.toBeInTheDocument();
    await load('/content/roles/2/edit');
    expect(await note()).toBeVisible();
    expect(screen.getByLabelText(/^Название/)).toBeDisabled();
  });

  it('[A100] nobody is created, and the list offers no change', async () => {
    await act();
    const { user } = await load('/content/users');
    await user.click((await screen.findAllByRole('checkbox', { name: /^Выбрать/ })).at(-1) as HTMLElement);
    const bar = await screen.findByRole('region', { name: 'Выбранное' });
    expect(within(bar).queryByRole('button', { name: /^(Изменить|Удалить)/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Создать' })).not.toBeInTheDocument();
    await load('/content/users/create');
    expect(await note()).toBeVisible();
    expect(screen.getByLabelText(/^Имя/)).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Создать' })).toBeDisabled();
    await screen.findByRole('heading', { level: 1 });
    expect(await server().db.select().from(users)).toHaveLength(2);
  });

  it('[S100] [J100] what was changed meanwhile names both, in the editor and in the history', async () => {
    await addProducts(server(), { name: 'Квас' });
    await act();
    const { user } = await load('/content/nomenclature/1/settings');
    await user.type(await screen.findByRole('textbox', { name: 'Название' }), ' тёмный');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    const both = 'Дарья Воробьёва (под этой учётной записью — Анна Берёзкина)';
    expect(await screen.findByText(text => text.endsWith(both))).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'История' }));
    expect(await screen.findByText(both)).toBeVisible();
    await load('/content/history');
    expect(await screen.findByRole('article')).toHaveTextContent(both);
    await load('/content/history?view=drafts');
    const card = await screen.findByRole('button', { name: /^Дарья Воробьёва/ });
    expect(card).toHaveTextContent('в том числе под этой учётной записью — Анна Берёзкина');
    await user.click(card);
    expect(
      await screen.findByText(/под этой учётной записью — Анна Берёзкина$/, { selector: 'h3 small' }),
    ).toBeVisible();
  });
});

describe('The own e-mail address', () => {
  const openDialog = async () => {
    const { user } = await open('/content', 'accountant');
    await user.click(await screen.findByRole('button', { name: /^Учётная запись/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Сменить почту' }));
    await screen.findByRole('dialog', { name: 'Смена почты' });
    return user;
  };
  const email = () => screen.getByLabelText(/^Новая почта/);
  const password = () => screen.getByLabelText(/^Текущий пароль/);

  it('[S104] is changed in the menu of the account, with the password', async () => {
    const user = await openDialog();
    await waitFor(() => expect(email()).toHaveFocus());
    await user.keyboard('new@example.com{Tab}guess{Enter}');
    await waitFor(() => expect(password()).toHaveAccessibleDescription('Неверный пароль'));
    await user.clear(password());
    await user.type(password(), 'demo-demo{Enter}');
    expect(await screen.findByText('Почта изменена')).toBeVisible();
    const visitor = await server().as('visitor');
    const credentials = { email: 'new@example.com', password: 'demo-demo' };
    expect((await visitor('POST', '/auth/login', credentials)).status).toBe(200);
  });

  it('[S104] what is no address is refused at its field', async () => {
    const user = await openDialog();
    await user.type(email(), 'no-address');
    await user.type(password(), 'demo-demo{Enter}');
    await waitFor(() => expect(email()).toBeInvalid());
    expect(screen.getByRole('dialog')).toBeVisible();
  });
});
