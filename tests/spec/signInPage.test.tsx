import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { BUILD } from '#contract/limits.ts';
import { TOKENS_KEY } from '#providers/session/tokenStore.ts';
import { useSignInPage } from '#tests/support/signInPage.tsx';

const { answer, openSignIn, fillIn } = useSignInPage();

const pair = { accessToken: { token: 'a' }, refreshToken: { token: 'r' } };

describe('§4 The sign-in page', () => {
  it.each([
    ['another message', { code: 200, message: 'ok', result: pair }],
    ['no access token', { code: 200, message: 'success', result: { ...pair, accessToken: undefined } }],
    ['no refresh token', { code: 200, message: 'success', result: { ...pair, refreshToken: undefined } }],
    ['no result', { code: 200, message: 'success' }],
  ])('[T1] says so when the answer has %s, and lets nobody in', async (_, body) => {
    answer(http.post('*/api/auth/login', () => HttpResponse.json(body)));
    const session = openSignIn();
    await fillIn('admin@demo.local');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Ответ сервера не удалось прочитать: POST \/auth\/login/,
    );
    expect([session.isSignedIn(), window.localStorage.getItem(TOKENS_KEY)]).toEqual([false, null]);
    expect(window.location.pathname).toBe('/login');
    expect(screen.getByLabelText('Пароль')).toHaveValue('demo-demo');
  });

  it('[S523] what is typed into a wrong field stays in it, while others are wrong', async () => {
    openSignIn();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Войти' }));
    await waitFor(() => expect(screen.getByLabelText('Электронная почта')).toHaveFocus());
    await user.keyboard('admin@demo.local');
    expect(screen.getByLabelText('Электронная почта')).toHaveValue('admin@demo.local');
    expect(screen.getByLabelText('Пароль')).toHaveValue('');
  });

  it('[Z13] shows the build beside the release', async () => {
    openSignIn();
    expect(await screen.findByText(`Версия 1.49.0, сборка ${BUILD}`)).toBeVisible();
  });
});
