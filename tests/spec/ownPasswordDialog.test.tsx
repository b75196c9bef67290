import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { RoleSlug } from '#contract/roles.ts';
import { tryToClose } from '#tests/support/dialogs.ts';
import { hold } from '#tests/support/hold.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();

const OLD = 'demo-demo';
const old = () => screen.getByLabelText(/^Текущий пароль/);
const fresh = () => screen.getByLabelText(/^Новый пароль(?! ещё)/);
const again = () => screen.getByLabelText(/^Новый пароль ещё раз/);
const personButton = () => screen.getByRole('button', { name: /^Учётная запись/ });

/** The dialog, opened by the keyboard from the menu of the person. */
const openDialog = async (role: RoleSlug = 'content_manager') => {
  const { user } = await open('/content', role);
  await screen.findByRole('heading', { level: 1 });
  personButton().focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await screen.findByRole('dialog', { name: 'Смена пароля' });
  await waitFor(() => expect(old()).toHaveFocus());
  return user;
};

describe('§3 The own password', () => {
  it.each(['content_manager', 'accountant', 'manager_matrix'] as const)(
    '[E6, V1, K6] a %s changes it by the keyboard alone, and signs in with the new one',
    async role => {
      const { email } = (await server().signIn(role)).user;
      const user = await openDialog(role);
      await user.keyboard(`${OLD}{Tab}new-secret{Tab}new-secret{Enter}`);
      expect(await screen.findByText('Пароль изменён')).toBeVisible();
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      await waitFor(() => expect(personButton()).toHaveFocus());
      const visitor = await server().as('visitor');
      expect((await visitor('POST', '/auth/login', { email, password: OLD })).status).not.toBe(200);
      expect((await visitor('POST', '/auth/login', { email, password: 'new-secret' })).status).toBe(200);
    },
  );

  it('[V1, V2, L12] what is too short, missing or not the same twice is an error at its field, the first of which is focused', async () => {
    const user = await openDialog();
    await user.keyboard('{Tab}short{Tab}other{Enter}');
    await waitFor(() => expect(old()).toHaveFocus());
    expect(old()).toHaveAccessibleDescription('Заполните поле');
    expect(fresh()).toHaveAccessibleDescription('Не короче 8 знаков');
    await user.keyboard(OLD);
    await user.clear(fresh());
    await user.type(fresh(), 'long enough{Enter}');
    await waitFor(() => expect(again()).toHaveAccessibleDescription('Пароли не совпадают'));
    expect(again()).toHaveFocus();
  });

  it('[L700] the dialog stays until the outcome is there', async () => {
    const { released, release } = hold();
    answer(http.put('*/api/profile/password', () => released));
    const user = await openDialog();
    await user.keyboard('guess{Tab}new-secret{Tab}new-secret{Enter}');
    await tryToClose(user);
    release();
    await waitFor(() => expect(old()).toHaveAccessibleDescription('Неверный пароль'));
  });

  it('[S132] a common password is refused at its field before anything is sent', async () => {
    const sent: string[] = [];
    answer(http.put('*/api/profile/password', () => void sent.push('password')));
    const user = await openDialog();
    await user.keyboard(`${OLD}{Tab}Password123{Tab}Password123{Enter}`);
    await waitFor(() => expect(fresh()).toHaveAccessibleDescription(/^Этот пароль слишком распространён/));
    expect(sent).toEqual([]);
  });

  it('[E6, L12] a wrong old password is an error at its field, which takes the focus; nothing that was typed is lost', async () => {
    const user = await openDialog();
    await user.keyboard('guess{Tab}new-secret{Tab}new-secret{Enter}');
    await waitFor(() => expect(old()).toHaveAccessibleDescription('Неверный пароль'));
    await waitFor(() => expect(old()).toHaveFocus());
    expect([fresh(), again()].map(field => (field as HTMLInputElement).value)).toEqual(['new-secret', 'new-secret']);
    await user.clear(old());
    await user.keyboard(`${OLD}{Enter}`);
    expect(await screen.findByText('Пароль изменён')).toBeVisible();
  });

  it('[E6] what concerns no field is an error in the dialog, which stays', async () => {
    answer(
      http.put('*/api/profile/password', () =>
        HttpResponse.json({ code: 429, message: 'Слишком много попыток, подождите 5 с' }, { status: 429 }),
      ),
    );
    const user = await openDialog();
    await user.keyboard(`${OLD}{Tab}new-secret{Tab}new-secret{Enter}`);
    expect(await screen.findByText('Слишком много попыток, подождите 5 с')).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
