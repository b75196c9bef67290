import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { passwordResets, users } from '#server/db/schema.ts';
import { actAs } from '#tests/support/acting.ts';
import { describeOnBoth, senderOf } from '#tests/support/server.ts';

describeOnBoth('The e-mail address of an account', server => {
  const as = (access: string) => senderOf(server().app, access);
  const emailOf = async (id: number) => (await server().db.select().from(users).where(eq(users.id, id)))[0]?.email;
  const change = (access: string, email: string, password = 'demo-demo') =>
    as(access)('PUT', '/profile/email', { email, password });

  it('[S104] [S105] changing one’s own requires the password, ends the other sessions and notifies the old address', async () => {
    const { user, access } = await server().signIn('accountant');
    const elsewhere = await server().signIn('accountant');
    await as(access)('POST', '/auth/restore', { email: user.email });
    await server().deps.backgroundTasks.whenSettled();
    server().mails.length = 0;
    expect(await change(access, 'new@example.com', 'wrong')).toMatchObject({
      status: 400,
      errors: { password: ['Неверный пароль'] },
    });
    expect(await emailOf(user.id)).toBe(user.email);
    expect(await change(access, 'New@Example.com')).toMatchObject({ status: 200, result: null });
    await server().deps.backgroundTasks.whenSettled();
    expect(await emailOf(user.id)).toBe('new@example.com');
    expect((await as(access)('GET', '/profile')).status).toBe(200);
    expect((await as(elsewhere.access)('GET', '/profile')).status).toBe(401);
    expect(await server().db.select().from(passwordResets)).toEqual([]);
    expect(server().mails).toHaveLength(1);
    expect(server().mails[0]).toMatchObject({ to: user.email, subject: expect.stringContaining('Почту') });
    expect(server().mails[0]?.text).toMatch(/Когда: \d+ .+\. Кто: Анна Берёзкина\. Новый адрес: new@example\.com/);
  });

  it('[S104] the same address changes nothing, and another user’s is refused at its field', async () => {
    const { user, access } = await server().signIn('accountant');
    const other = await server().createUser('accountant');
    expect((await change(access, user.email)).status).toBe(200);
    expect(await change(access, other.email)).toMatchObject({ status: 400, errors: { email: [expect.any(String)] } });
    expect(await change(access, 'no-address')).toMatchObject({ status: 400, errors: { email: [expect.any(String)] } });
    await server().deps.backgroundTasks.whenSettled();
    expect(server().mails).toEqual([]);
    expect((await as(access)('GET', '/profile')).status).toBe(200);
  });

  it('[S104] it cannot be changed through one’s own record, and password guesses are throttled', async () => {
    const { user, access } = await server().signIn('admin');
    expect(await as(access)('PUT', `/users/${user.id}`, { email: 'new@example.com' })).toMatchObject({
      status: 400,
      errors: { email: ['Собственную почту меняют в меню своей учётной записи'] },
    });
    expect((await as(access)('PUT', `/users/${user.id}`, { email: user.email, last_name: 'Ёлкина' })).status).toBe(200);
    for (let times = 0; times < 6; times += 1) await change(access, 'new@example.com', 'wrong');
    expect((await change(access, 'new@example.com')).status).toBe(429);
  });

  it('[S105] a change by an administrator notifies the old address of who made it', async () => {
    const { id, email } = await server().createUser('accountant');
    const { access } = await server().signIn('admin');
    await as(access)('PUT', `/users/${id}`, { email: 'new@example.com' });
    await as(access)('PUT', `/users/${id}`, { email: 'new@example.com', last_name: 'Ёлкина' });
    await server().deps.backgroundTasks.whenSettled();
    expect(server().mails).toMatchObject([{ to: email, text: expect.stringContaining('Кто: Анна Берёзкина.') }]);
  });

  it('[S104] it cannot be changed while acting as its owner', async () => {
    const { send, subject } = await actAs(server(), { first_name: 'Дарья', last_name: 'Воробьёва' });
    expect(await send('PUT', '/profile/email', { email: 'new@example.com', password: 'demo-demo' })).toMatchObject({
      status: 403,
      message: 'Вы работаете под чужой учётной записью: вернитесь в свою, чтобы сменить почту',
    });
    expect(await emailOf(subject.id)).toBe(subject.email);
  });
});
