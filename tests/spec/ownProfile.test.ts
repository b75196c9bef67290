import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Profile } from '#contract/session.ts';
import { avatars, pictures } from '#server/db/schema.ts';
import { sweepPictures } from '#server/media/images/pictureStore.ts';
import { imageForm, jpegOf } from '#tests/support/images.ts';
import { itemsIn } from '#tests/support/samples.ts';
import { type Answer, describeOnBoth, senderOf } from '#tests/support/server.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describeOnBoth('§3 The own profile', server => {
  const profileIn = ({ result }: Answer): Profile => (result as { user: Profile }).user;
  const begin = async (role: Parameters<ReturnType<typeof server>['signIn']>[0] = 'manager_matrix') => {
    const { user, access } = await server().signIn(role);
    const send = senderOf(server().app, access);
    const upload = async (colour: string) =>
      send('POST', '/profile/avatar', imageForm([`${colour}.jpg`, await jpegOf(colour, 300, 200)]));
    const fetch = (path: string, token = access) =>
      server().app.request(`/api${path}`, { headers: { Authorization: `Bearer ${token}` } });
    return { user, send, upload, fetch };
  };

  it('[A14] users change their own names, whatever their role', async () => {
    const { user, send } = await begin();
    expect(profileIn(await send('PUT', '/profile', { first_name: ' Мария ', middle_name: null }))).toMatchObject({
      id: user.id,
      first_name: 'Мария',
      last_name: 'Берёзкина',
      middle_name: null,
    });
    expect((await send('PUT', '/profile', { first_name: '' })).errors).toEqual({ first_name: ['Заполните поле'] });
    const [seen] = itemsIn(await (await server().as('admin'))('GET', `/users?ids=${user.id}`));
    expect(seen).toMatchObject({ name: 'Берёзкина Мария', version: 2, updated_by: { id: user.id } });
  });

  it('[A14] the other user’s account cannot be changed while acting as them', async () => {
    const own = await server().signIn('admin');
    const other = await server().createUser('accountant');
    const { result } = await senderOf(server().app, own.access)('POST', `/users/auth/${other.id}`);
    const { token } = (result as { accessToken: { token: string } }).accessToken;
    const send = senderOf(server().app, token);
    const message = 'Вы работаете под чужой учётной записью: вернитесь в свою, чтобы изменить её';
    expect(await send('PUT', '/profile', { first_name: 'Иная' })).toMatchObject({ status: 403, message });
    const form = imageForm(['x.jpg', await jpegOf('red')]);
    expect(await send('POST', '/profile/avatar', form)).toMatchObject({ status: 403, message });
  });

  it('[A15] [E3] a photo is re-encoded, shown in the profile and the list, and visible to all signed-in users', async () => {
    const { user, upload, fetch } = await begin();
    const { avatar } = profileIn(await upload('red'));
    expect(avatar).toEqual({
      id: expect.any(Number),
      url: expect.stringMatching(/^\/avatars\/[0-9a-f]{64}\/small\.webp$/),
    });
    const [seen] = itemsIn(await (await server().as('admin'))('GET', `/users?ids=${user.id}`));
    expect(seen).toMatchObject({ avatar: avatar?.url });
    const { access } = await server().signIn('accountant');
    const file = await fetch(avatar?.url ?? '', access);
    expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    expect((await server().app.request(`/api${avatar?.url}`)).status).toBe(401);
  });

  it('[A15] only single pictures are accepted, and other pictures are not served as avatars', async () => {
    const { send, fetch } = await begin();
    const answer = await send('POST', '/profile/avatar', imageForm(['me.svg', '<svg onload="alert(1)"/>']));
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('«me.svg»') });
    const two = imageForm(['a.jpg', await jpegOf('red')], ['b.jpg', await jpegOf('blue')]);
    expect(await send('POST', '/profile/avatar', two)).toMatchObject({ status: 400 });
    expect(await send('POST', '/profile/avatar', {})).toMatchObject({ status: 400 });
    expect((await fetch(`/avatars/${'a'.repeat(64)}/small.webp`)).status).toBe(404);
    expect((await fetch('/avatars/..%2f..%2fsecrets.json/small.webp')).status).toBe(404);
  });

  it('[A15] a new photo replaces the first, which is removed after a day unless it is still used', async () => {
    const { send, upload, fetch, user } = await begin();
    const first = profileIn(await upload('red')).avatar;
    const second = profileIn(await upload('blue')).avatar;
    expect(second?.id).not.toBe(first?.id);
    expect((await fetch(first?.url ?? '')).status).toBe(404);
    server().advance(DAY + 1);
    await sweepPictures(server().deps);
    expect(await server().db.select().from(pictures)).toHaveLength(1);
    expect((await fetch(second?.url ?? '')).status).not.toBe(404);
    expect(profileIn(await (await begin()).send('PUT', '/profile', { avatar: null })).avatar).toBeNull();
    expect(await server().db.select().from(avatars).where(eq(avatars.user_id, user.id))).toEqual([]);
    expect((await send('PUT', '/profile', { avatar: { id: 1 } })).status).not.toBe(200);
  });

  it('[A641] a photo that was shown for long stays for a day after it is replaced or removed', async () => {
    const count = async () => (await server().db.select().from(pictures)).length;
    const sweepAfter = async (ms: number) => {
      server().advance(ms);
      await sweepPictures(server().deps);
    };
    await (await begin()).upload('red');
    await sweepAfter(2 * DAY);
    await (await begin()).upload('blue');
    await sweepAfter(DAY - MINUTE);
    expect(await count()).toBe(2);
    await sweepAfter(2 * MINUTE);
    expect(await count()).toBe(1);
    await (await begin()).send('PUT', '/profile', { avatar: null });
    await sweepAfter(DAY - MINUTE);
    expect(await count()).toBe(1);
    await sweepAfter(2 * MINUTE);
    expect(await count()).toBe(0);
  });
});
