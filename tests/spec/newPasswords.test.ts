import { describe, expect, it } from 'vitest';
import { isCommonPassword } from '#contract/commonPasswords.ts';
import { isShortPassword } from '#contract/passwords.ts';
import { DEMO_PASSWORD } from '#server/demo/people.ts';
import { recordIn } from '#tests/support/samples.ts';
import { type Answer, describeOnBoth, senderOf, type TestServer } from '#tests/support/server.ts';

const COMMON = 'Этот пароль слишком распространён, его подбирают первым: придумайте другой';

/** Every way to set a password, for a person of their own; with the answer and whether the password then signs in. */
const doors = {
  'a reset': async (server: TestServer, password: string) => {
    const { email } = await server.createUser('accountant');
    const send = senderOf(server.app, null);
    await send('POST', '/auth/restore', { email });
    await server.deps.backgroundTasks.whenSettled();
    const token = /token=(\S+)/.exec(server.mails.at(-1)?.text ?? '')?.[1];
    const body = { token, password, password_confirmation: password };
    return { email, answer: await send('POST', '/auth/reset-password', body) };
  },
  'a change of the own one': async (server: TestServer, password: string) => {
    const { user, access } = await server.signIn('accountant');
    const body = { old_password: 'demo-demo', password, password_confirmation: password };
    return { email: user.email, answer: await senderOf(server.app, access)('PUT', '/profile/password', body) };
  },
  'a new user': async (server: TestServer, password: string) => {
    const body = { first_name: 'Олег', last_name: 'Зимин', email: 'zimin@example.com', role: 'accountant', password };
    return { email: body.email, answer: await (await server.as('admin'))('POST', '/users', body) };
  },
  'a change of another user': async (server: TestServer, password: string) => {
    const { id, email } = await server.createUser('accountant');
    return { email, answer: await (await server.as('admin'))('PUT', `/users/${id}`, { password }) };
  },
} satisfies Record<string, (server: TestServer, password: string) => Promise<{ email: string; answer: Answer }>>;

describeOnBoth('A new password', server => {
  const login = (email: string, password: string) =>
    senderOf(server().app, null)('POST', '/auth/login', { email, password });

  it.each(Object.keys(doors) as (keyof typeof doors)[])('[S132] by %s a common one is refused', async door => {
    for (const password of ['Password123', 'ПАРОЛЬ123', 'qwertyuiop']) {
      await server().reset();
      const { answer } = await doors[door](server(), password);
      expect(answer).toMatchObject({ status: 400, errors: { password: [COMMON] } });
    }
  });

  it.each(Object.keys(doors) as (keyof typeof doors)[])(
    '[S133] [K6] by %s one of eight characters or many is kept as it is, spaces too, and a shorter one refused',
    async door => {
      for (const password of [
        'пасмурно',
        ' абвгде ',
        '🦔🦔🦔🦔🦔🦔🦔🦔',
        'Ё'.normalize('NFD').repeat(8),
        'щ'.repeat(200),
      ]) {
        await server().reset();
        const { email, answer } = await doors[door](server(), password);
        expect([password, answer.status]).toEqual([password, 200]);
        expect((await login(email, password)).status).toBe(200);
        if (password.trim() !== password) expect((await login(email, password.trim())).status).toBe(400);
      }
      for (const password of ['семь777', '🦔🦔🦔🦔🦔🦔🦔', 'Ё'.normalize('NFD').repeat(7)]) {
        await server().reset();
        const { answer } = await doors[door](server(), password);
        expect(answer).toMatchObject({ status: 400, errors: { password: ['Не короче 8 знаков'] } });
      }
    },
  );

  it('[S132] the password that the server invents for a new user signs in', async () => {
    const body = { first_name: 'Олег', last_name: 'Зимин', email: 'zimin@example.com', role: 'accountant' };
    const made = recordIn(await (await server().as('admin'))('POST', '/users', body));
    expect((await login(body.email, String(made['password']))).status).toBe(200);
  });
});

describe('The list of common passwords', () => {
  it('[S132] it has three thousand that are long enough, and not the one of the demonstration', async () => {
    const { default: list } = await import('#contract/commonPasswords.json', { with: { type: 'json' } });
    expect(new Set(list).size).toBe(list.length);
    expect(list.length).toBeGreaterThanOrEqual(3000);
    expect(list.filter(password => isShortPassword(password) || !isCommonPassword(password.toUpperCase()))).toEqual([]);
    expect(isCommonPassword(DEMO_PASSWORD)).toBe(false);
  });
});
