import { eq, sql } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { beforeEach, expect, it } from 'vitest';
import { socketOptions } from '#contract/limits.ts';
import { pruneResets } from '#server/accounts/session/passwordReset.ts';
import { users } from '#server/db/schema.ts';
import type { Delivery } from '#server/mail.ts';
import { type Answer, describeOnBoth, senderOf } from '#tests/support/server.ts';

const PASSWORD = 'совсем-новый-пароль';
const SPENT = 'Ссылка уже использована или устарела. Запросите новую на странице восстановления пароля';

describeOnBoth('§4 Restoring a password', server => {
  beforeEach(() => server().freeze());
  const post = (path: string, body: object): Promise<Answer> => senderOf(server().app, null)('POST', path, body);
  const restore = async (email: string): Promise<Answer> => {
    const answer = await post('/auth/restore', { email });
    await server().deps.backgroundTasks.whenSettled();
    return answer;
  };
  const lastToken = (): string => /\/reset-password\?token=(\S+)/.exec(server().mails.at(-1)?.text ?? '')?.[1] ?? '';
  const reset = (token: string, password = PASSWORD, password_confirmation = password): Promise<Answer> =>
    post('/auth/reset-password', { token, password, password_confirmation });
  const login = (email: string, password: string): Promise<Answer> => post('/auth/login', { email, password });

  it('[R55] [C3] a forgotten password is reset by a mailed link, in Russian, that starts with PUBLIC_URL', async () => {
    const { email } = await server().createUser('accountant');
    expect(await restore(` ${email.toUpperCase()} `)).toMatchObject({ status: 200, result: { valid_seconds: 3600 } });
    expect(server().mails).toEqual([
      { to: email, subject: 'Новый пароль для Витрины', text: expect.stringContaining('Здравствуйте, Анна.') },
    ]);
    expect(server().mails[0]?.text).toMatch(/^https:\/\/vitrina\.example\/reset-password\?token=[\w-]{43}$/m);
    expect(server().mails[0]?.text).toContain('один час');
  });

  it('[S19] unknown and blocked addresses get the same response as known ones, but no mail', async () => {
    const { email } = await server().createUser('accountant');
    const { email: blocked } = await server().createUser('accountant', { status: 'blocked' });
    const answers = [await restore(email), await restore(blocked), await restore('nobody@example.com')];
    expect(server().mails).toHaveLength(1);
    const [known, ...others] = answers.map(answer => ({ ...answer, headers: [...answer.headers.keys()] }));
    expect(others).toEqual([known, known]);
  });

  it('[S19] the response does not wait for the mail', async () => {
    const { email } = await server().createUser('accountant');
    const { mailer } = server().deps;
    let send = (): void => undefined;
    const held = new Promise<Delivery>(resolve => {
      send = () => resolve({ isSent: true });
    });
    server().deps.mailer = { ...mailer, send: () => held };
    expect(await post('/auth/restore', { email })).toMatchObject({ status: 200 });
    send();
    await server().deps.backgroundTasks.whenSettled();
    server().deps.mailer = mailer;
  });

  it('[S19] an invalid address is reported at its field', async () => {
    expect(await restore('не адрес')).toMatchObject({
      status: 400,
      errors: { email: ['Проверьте адрес: он пишется как имя@домен.ru'] },
    });
  });

  it('[C4] [S21] the link sets a new password, signs in like login, and ends every other session', async () => {
    const { user, access, refresh } = await server().signIn('accountant');
    await restore(user.email);
    const answer = await reset(lastToken());
    expect(answer).toMatchObject({
      status: 200,
      message: 'success',
      result: { accessToken: { token: expect.any(String) }, refreshToken: { token: expect.any(String) } },
    });
    const { accessToken } = answer.result as { accessToken: { token: string } };
    const profileOf = async (token: string) => (await senderOf(server().app, token)('GET', '/profile')).status;
    expect([await profileOf(accessToken.token), await profileOf(access)]).toEqual([200, 401]);
    expect(await post('/auth/token/refresh', { refresh_token: refresh })).toMatchObject({ status: 401 });
    expect((await login(user.email, 'demo-demo')).status).toBe(400);
    expect((await login(user.email, PASSWORD)).status).toBe(200);
  });

  it('[S21] the sockets of the ended sessions close', async () => {
    const { user, access } = await server().signIn('accountant');
    const { result } = await senderOf(server().app, access)('GET', '/web-socket/get-token');
    const query = result as { token: string };
    const socket = io(await server().listen(), {
      path: socketOptions.path,
      query,
      reconnection: false,
      forceNew: true,
    });
    await new Promise(resolve => socket.once('connect', () => resolve(null)));
    const closed = new Promise(resolve => socket.once('disconnect', resolve));
    await restore(user.email);
    await reset(lastToken());
    expect(await closed).toBe('io server disconnect');
  });

  it('[S20] a link works once, even if used twice simultaneously', async () => {
    const { email } = await server().createUser('accountant');
    await restore(email);
    const answers = await Promise.all([reset(lastToken()), reset(lastToken(), 'другой-пароль')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await reset(lastToken())).toMatchObject({ status: 400, message: SPENT });
  });

  it('[S20] a link is valid for an hour, and only the latest one', async () => {
    const { email } = await server().createUser('accountant');
    await restore(email);
    const older = lastToken();
    server().advance(60_000);
    await restore(email);
    expect(lastToken()).not.toBe(older);
    expect(await reset(older)).toMatchObject({ status: 400, message: SPENT });
    server().advance(3_599_000);
    const { rows } = (await server().db.execute(sql`select * from password_resets`)) as { rows: unknown[] };
    expect(JSON.stringify(rows)).not.toContain(lastToken());
    server().advance(2000);
    expect(await reset(lastToken())).toMatchObject({ status: 400, message: SPENT });
    await pruneResets(server().deps);
    expect(await server().db.query.passwordResets.findMany()).toEqual([]);
  });

  it('[S20] a forged link, and the link of a user blocked since, are invalid', async () => {
    const { email, id } = await server().createUser('accountant');
    await restore(email);
    await server().db.update(users).set({ status: 'blocked' }).where(eq(users.id, id));
    expect(await reset(lastToken())).toMatchObject({ status: 400, message: SPENT });
    expect(await reset('made up')).toMatchObject({ status: 400, message: SPENT });
  });

  it('[K6] [V2] a new password needs 8 characters and a confirmation, and an invalid one does not consume the link', async () => {
    const { email } = await server().createUser('accountant');
    await restore(email);
    expect(await reset(lastToken(), 'семь777', 'другой')).toMatchObject({
      status: 400,
      errors: { password: ['Не короче 8 знаков'], password_confirmation: ['Пароли не совпадают'] },
    });
    expect((await reset(lastToken(), 'восемь88')).status).toBe(200);
  });

  it('[K6] a password may be long, contain any characters, and begin or end with a space', async () => {
    const { email } = await server().createUser('accountant');
    await restore(email);
    const password = ` пароль 🔑 ${'ж'.repeat(64)} `;
    expect((await reset(lastToken(), password)).status).toBe(200);
    expect((await login(email, password)).status).toBe(200);
    expect((await login(email, password.trim())).status).toBe(400);
  });

  it('[S22] repeated requests get a 429 for that client only, and do not flood the mailbox', async () => {
    const { email } = await server().createUser('accountant');
    const answers = [await restore(email), await restore(email), await restore(email), await restore(email)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[3]?.headers.get('Retry-After')).toBe('10');
    expect(server().mails).toHaveLength(1);
    expect((await restore('nobody@example.com')).status).toBe(200);
    expect((await reset(lastToken())).status).toBe(200);
  });

  it('[S22] guessing links is throttled, without affecting valid ones', async () => {
    const { email } = await server().createUser('accountant');
    await restore(email);
    const guesses = [];
    for (let tries = 0; tries < 12; tries += 1) guesses.push((await reset(`guess ${tries}`)).status);
    expect(guesses).toEqual([...Array<number>(10).fill(400), 429, 429]);
    expect((await reset(lastToken())).status).toBe(200);
  });
});

describeOnBoth('§3 The own password', server => {
  beforeEach(() => server().freeze());
  const change = async (access: string, old_password: string, password = PASSWORD, password_confirmation = password) =>
    senderOf(server().app, access)('PUT', '/profile/password', { old_password, password, password_confirmation });
  const profileStatus = async (access: string) => (await senderOf(server().app, access)('GET', '/profile')).status;

  it('[E6] [S21] changing it requires the old one, keeps this session and ends all others', async () => {
    const here = await server().signIn('accountant');
    const elsewhere = await server().signIn('accountant');
    expect(await change(here.access, 'demo-demo')).toMatchObject({ status: 200, result: null });
    expect([await profileStatus(here.access), await profileStatus(elsewhere.access)]).toEqual([200, 401]);
    const credentials = { email: here.user.email, password: PASSWORD };
    expect((await senderOf(server().app, null)('POST', '/auth/login', credentials)).status).toBe(200);
  });

  it('[E6] [V2] [K6] a wrong old one and an invalid new one are reported at their fields', async () => {
    const { access } = await server().signIn('accountant');
    expect(await change(access, 'не тот')).toMatchObject({
      status: 400,
      errors: { old_password: ['Неверный пароль'] },
    });
    expect(await change(access, 'demo-demo', 'коротко', 'иначе')).toMatchObject({
      status: 400,
      errors: { password: ['Не короче 8 знаков'], password_confirmation: ['Пароли не совпадают'] },
    });
  });

  it('[S20] it invalidates earlier reset links', async () => {
    const { user, access } = await server().signIn('accountant');
    const send = senderOf(server().app, null);
    await send('POST', '/auth/restore', { email: user.email });
    await server().deps.backgroundTasks.whenSettled();
    const token = /token=(\S+)/.exec(server().mails[0]?.text ?? '')?.[1];
    await change(access, 'demo-demo');
    const body = { token, password: 'demo-demo', password_confirmation: 'demo-demo' };
    expect(await send('POST', '/auth/reset-password', body)).toMatchObject({ status: 400, message: SPENT });
  });

  it('[S22] guessing the old one is throttled', async () => {
    const { access } = await server().signIn('accountant');
    const guesses = [];
    for (let tries = 0; tries < 6; tries += 1) guesses.push((await change(access, 'не тот')).status);
    expect(guesses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});
