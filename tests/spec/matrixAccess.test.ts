import { expect, it } from 'vitest';
import { matrices } from '#server/db/schema.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';

interface Heard {
  items: { kind: string; payload: { level?: string } }[];
}

describeOnBoth('Access levels of a matrix that have an effect', server => {
  const begin = async () => {
    const send = await server().as('admin');
    const { user: manager } = await server().signIn('manager_matrix');
    const { user: admin } = await server().signIn('admin_matrix');
    const { user: photographer } = await server().signIn('photographer');
    const { id } = recordIn(await send('POST', '/matrices', { name: 'Утро' }));
    const share = (access: object) => send('PUT', `/matrices/${id}/access`, { users: [], roles: [], ...access });
    const levelsHeard = async (role: 'manager_matrix' | 'admin_matrix') => {
      const { result } = await (await server().as(role))('GET', '/notifications');
      return (result as Heard).items.filter(({ kind }) => kind === 'record_shared').map(({ payload }) => payload.level);
    };
    return { send, share, id, manager, admin, photographer, levelsHeard };
  };

  it('[A300] a level that a role rules out is refused at the field, with the name and the reason', async () => {
    const { share, send, id, manager, admin, photographer } = await begin();
    const reason = 'Менеджер матриц изменяет только те, что создал сам.';
    const wrong: [object, string][] = [
      [{ users: [{ id: manager.id, level: 'edit' }] }, reason],
      [
        { roles: [{ slug: 'manager_matrix', level: 'edit' }] },
        `Менеджер матриц: уровень «Изменяет» ничего не даст. ${reason}`,
      ],
      [{ users: [{ id: photographer.id, level: 'view' }] }, 'Нет права видеть матрицы.'],
      [{ roles: [{ slug: 'photographer', level: 'view' }] }, 'уровень «Смотрит» ничего не даст'],
    ];
    for (const [access, text] of wrong)
      expect(await share(access)).toMatchObject({ status: 400, errors: { access: [expect.stringContaining(text)] } });
    expect(
      await share({
        users: [
          { id: manager.id, level: 'view' },
          { id: admin.id, level: 'edit' },
        ],
      }),
    ).toMatchObject({
      status: 200,
    });
    const created = await send('POST', '/matrices', {
      name: 'День',
      access: { users: [], roles: [{ slug: 'manager_matrix', level: 'edit' }] },
    });
    expect(created).toMatchObject({ status: 400, errors: { access: [expect.anything()] } });
    const bulk = await send('PUT', '/matrices', {
      ids: [id],
      data: {
        access: { edits: [{ op: 'add', items: { users: [], roles: [{ slug: 'manager_matrix', level: 'edit' }] } }] },
      },
    });
    expect(bulk.result).toMatchObject({
      ids: [],
      failed: [{ id, reason: 'invalid', errors: { access: [expect.anything()] } }],
    });
  });

  it('[A300] an author may be named as an editor of their matrix, whatever their role', async () => {
    const { send, manager } = await begin();
    const { id } = recordIn(await (await server().as('manager_matrix'))('POST', '/matrices', { name: 'Своя' }));
    const access = { users: [{ id: manager.id, level: 'edit' }], roles: [] };
    expect((await send('PUT', `/matrices/${id}/access`, access)).status).toBe(200);
  });

  it('[A301] a level that was given earlier stays readable, and does not block other changes', async () => {
    const { send, share, id, manager, admin } = await begin();
    const old = { users: [{ id: manager.id, level: 'edit' as const }], roles: [] };
    await server().db.update(matrices).set({ access: old });
    expect((await send('GET', `/matrices/${id}/access`)).result).toEqual(old);
    const more = { users: [...old.users, { id: admin.id, level: 'edit' }] };
    expect((await share(more)).status).toBe(200);
    expect((await share({ users: [{ id: manager.id, level: 'view' }] })).status).toBe(200);
    expect((await share(old)).status).toBe(400);
  });

  it('[A302] the notice names what the person may do in effect, once', async () => {
    const { send, share, id, manager, admin, levelsHeard } = await begin();
    const old = { users: [{ id: manager.id, level: 'edit' as const }], roles: [] };
    await share({ users: [{ id: admin.id, level: 'edit' }] });
    await server().db.update(matrices).set({ access: old });
    await send('POST', '/matrices', {
      name: 'Вторая',
      access: { users: [{ id: manager.id, level: 'view' }], roles: [] },
    });
    await share({ users: [...old.users, { id: admin.id, level: 'view' }] });
    expect(await levelsHeard('manager_matrix')).toEqual(['view']);
    expect(await levelsHeard('admin_matrix')).toEqual(['view', 'edit']);
    expect((await send('GET', `/matrices/${id}`)).status).toBe(200);
  });

  it('[A303] the people and roles that can be named come with the permissions that decide it', async () => {
    const { send } = await begin();
    const { result } = await send('GET', '/matrices/people');
    const { roles } = result as { roles: { slug: string; slugs: string[] }[] };
    const slugsOf = (slug: string) => roles.find(role => role.slug === slug)?.slugs.toSorted();
    expect(slugsOf('admin_matrix')).toEqual(['matrix.operation', 'matrix.view-list']);
    expect(slugsOf('photographer')).toEqual([]);
  });
});
