import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { API_BASE } from '#contract/limits.ts';
import type { MergeResult } from '#contract/matrices.ts';
import type { Sharing } from '#contract/sharing.ts';
import { matrices, matrixProducts, users } from '#server/db/schema.ts';
import { moveIds } from '#server/matrices/products.ts';
import { letRole } from '#tests/support/permissions.ts';
import { addProducts, numbered } from '#tests/support/records.ts';
import { itemsIn, recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, type TestServer } from '#tests/support/server.ts';

const everybody: Sharing = { users: [], roles: [] };

const make = async ({ db }: TestServer, author: number | null, access = everybody, productIds: number[] = []) => {
  const [row] = await db.insert(matrices).values({ name: 'Утро', author, access }).returning();
  const id = row?.id ?? 0;
  if (productIds.length > 0)
    await db
      .insert(matrixProducts)
      .values(productIds.map((product_id, position) => ({ matrix_id: id, product_id, position })));
  return id;
};

const makeProducts = async (server: TestServer, count: number): Promise<number[]> => {
  const made = await addProducts(
    server,
    ...Array.from({ length: count }, (_, at) => ({ name: numbered(at + 1), barcode: String(2000 + at) })),
  );
  return made.map(({ id }) => id);
};

const namesIn = async (server: TestServer, id: number): Promise<unknown[]> =>
  itemsIn(await (await server.as('admin'))('GET', `/matrices/${id}/products?per_page=1000`)).map(({ name }) => name);

describeOnBoth('§6 Matrices', server => {
  it('[E16] [P30] [X80] the user who creates a matrix is its author, and that never changes', async () => {
    const { user } = await server().signIn('manager_matrix');
    const send = await server().as('manager_matrix');
    const made = recordIn(await send('POST', '/matrices', { name: 'Утро' }));
    expect(made['author']).toEqual({ id: user.id, name: 'Анна Берёзкина' });
    expect(await send('PUT', `/matrices/${made.id}`, { author: { id: 1 } })).toMatchObject({ status: 400 });
    expect(itemsIn(await send('GET', `/matrices?author=${user.id}`))).toHaveLength(1);
    expect(itemsIn(await send('GET', `/matrices?author=${user.id + 1}`))).toEqual([]);
  });

  it('[R33] [R38] only those who may create a matrix merge some into a new one', async () => {
    const own = await make(server(), (await server().signIn('manager_matrix')).user.id);
    await letRole(server(), 'manager_matrix', 'matrix.view-list');
    const send = await server().as('manager_matrix');
    const merge = { source_ids: [own], target: { name: 'Вместе' }, delete_sources: false };
    expect((await send('POST', '/matrices/merge/preview', merge)).status).toBe(403);
    expect((await send('POST', '/matrices/merge', merge)).status).toBe(403);
    expect((await send('PUT', `/matrices/${own}`, { name: 'Полдень' })).status).toBe(200);
  });

  it('[P30] the total of a list follows the role of whoever reads it', async () => {
    await make(server(), (await server().signIn('admin')).user.id, {
      users: [],
      roles: [{ slug: 'admin', level: 'view' }],
    });
    await make(server(), null);
    const { user } = await server().signIn('admin_matrix');
    const total = async () =>
      ((await (await server().as('admin_matrix'))('GET', '/matrices')).result as { total: number }).total;
    expect(await total()).toBe(2);
    await server().db.update(users).set({ role: 'manager_matrix' }).where(eq(users.id, user.id));
    expect(await total()).toBe(1);
  });

  it('[P3] [P30] a manager_matrix changes only their own matrices, by any call', async () => {
    const send = await server().as('manager_matrix');
    const [product = 0] = await makeProducts(server(), 1);
    const own = await make(server(), (await server().signIn('manager_matrix')).user.id);
    const other = await make(server(), (await server().signIn('admin')).user.id);
    for (const [id, status] of [
      [own, 200],
      [other, 403],
    ] as const) {
      expect((await send('GET', `/matrices/${id}`)).status).toBe(200);
      expect((await send('PUT', `/matrices/${id}`, { name: 'Полдень' })).status).toBe(status);
      expect((await send('PUT', `/matrices/${id}/access`, everybody)).status).toBe(status);
      expect((await send('GET', `/matrices/${id}/candidates`)).status).toBe(status);
      expect((await send('POST', `/matrices/${id}/found`, { barcodes: ['2000'] })).status).toBe(status);
      expect((await send('POST', `/matrices/${id}/products`, { ids: [product] })).status).toBe(status);
      expect((await send('PUT', `/matrices/${id}/products`, { ids: [product], before_id: null })).status).toBe(status);
      expect((await send('DELETE', `/matrices/${id}/products`, { ids: [product] })).status).toBe(status);
      const merge = { source_ids: [own, id], target: { name: 'Вместе' }, delete_sources: false };
      expect((await send('POST', '/matrices/merge/preview', merge)).status).toBe(status);
      expect((await send('POST', '/matrices/merge', merge)).status).toBe(status);
    }
    expect((await send('PUT', '/matrices', { ids: [own, other], data: { code: null } })).result).toMatchObject({
      ids: [own],
      failed: [{ id: other, reason: 'forbidden' }],
    });
    expect((await send('DELETE', '/matrices', { ids: [other] })).result).toMatchObject({ ids: [] });
    expect((await send('DELETE', `/matrices/${other}`)).status).toBe(403);
  });

  it('[P4] [P31] other users need `matrix.operation`, even for their own matrices', async () => {
    await letRole(server(), 'accountant', 'matrix.view-list');
    const send = await server().as('accountant');
    const own = await make(server(), (await server().signIn('accountant')).user.id);
    expect((await send('GET', `/matrices/${own}`)).status).toBe(200);
    expect((await send('PUT', `/matrices/${own}`, { name: 'Полдень' })).status).toBe(403);
    const [product] = await makeProducts(server(), 1);
    const ids = [product];
    expect((await send('POST', `/matrices/${own}/products`, { ids })).status).toBe(403);
    expect((await send('PUT', `/matrices/${own}/products`, { ids, before_id: null })).status).toBe(403);
    expect((await send('DELETE', `/matrices/${own}/products`, { ids })).status).toBe(403);
    expect((await send('GET', `/matrices/${own}/products`)).result).toMatchObject({ total: 0 });
    await letRole(server(), 'accountant', 'matrix.view-list', 'matrix.operation');
    expect((await send('PUT', `/matrices/${own}`, { name: 'Полдень' })).status).toBe(200);
  });

  it('[P32] [X81] lists and single calls give each user the access of the table written by hand', async () => {
    await letRole(server(), 'accountant', 'matrix.view-list');
    const roles = ['admin', 'admin_matrix', 'manager_matrix', 'accountant'] as const;
    const people = await Promise.all(roles.map(role => server().signIn(role)));
    const [admin = 0, , manager = 0] = people.map(({ user }) => user.id);
    const level = ['view', 'edit'] as const;
    const sharings: Sharing[] = [
      everybody,
      ...level.map(one => ({ users: [{ id: manager, level: one }], roles: [] })),
      ...level.map(one => ({ users: [], roles: [{ slug: 'accountant', level: one }] })),
      { users: [{ id: admin, level: 'edit' }], roles: [{ slug: 'admin_matrix', level: 'view' }] },
    ];
    /** For each of the sharings, in their order. */
    const reach = {
      admin: { author: 'edit edit edit edit edit edit', other: 'edit view view view view edit' },
      admin_matrix: { author: 'edit edit edit edit edit edit', other: 'edit view view view view view' },
      manager_matrix: { author: 'edit edit edit edit edit edit', other: 'view view view none none none' },
      accountant: { author: 'view view view view view view', other: 'view none none view view none' },
    };
    const levels: Record<string, string> = { '0 404 404': 'none', '1 200 403': 'view', '1 200 200': 'edit' };
    for (const [at, role] of roles.entries()) {
      const send = await server().as(role);
      for (const who of ['author', 'other'] as const) {
        const found: string[] = [];
        for (const access of sharings) {
          const id = await make(server(), who === 'author' ? (people[at]?.user.id ?? 0) : 999, access);
          const listed = itemsIn(await send('GET', `/matrices?ids=${id}`)).length;
          const read = (await send('GET', `/matrices/${id}`)).status;
          const written = (await send('PUT', `/matrices/${id}`, { starts_on: '2026-01-01' })).status;
          const seen = [listed, read, written].join(' ');
          found.push(levels[seen] ?? seen);
        }
        expect([role, who, found.join(' ')]).toEqual([role, who, reach[role][who]]);
      }
    }
  });

  it('[P33] a holder of `matrix.operation` can always change whom a matrix is for', async () => {
    const send = await server().as('admin');
    const { user } = await server().signIn('admin');
    const id = await make(server(), 999, { users: [], roles: [{ slug: 'admin_matrix', level: 'edit' }] });
    expect((await send('PUT', `/matrices/${id}`, { name: 'Полдень' })).status).toBe(403);
    const named: Sharing = { users: [{ id: user.id, level: 'edit' }], roles: [] };
    expect((await send('PUT', `/matrices/${id}/access`, named)).result).toEqual(named);
    expect((await send('GET', `/matrices/${id}/access`)).result).toEqual(named);
    expect((await send('PUT', `/matrices/${id}`, { name: 'Полдень' })).status).toBe(200);
  });

  it('[P32] changes are announced without records, so that each client reads what it may see', async () => {
    const send = await server().as('admin');
    server().messages.length = 0;
    await send('POST', '/matrices', { name: 'Утро' });
    const told = server().messages.filter(message => 'event' in message && message.event === 'RECORDS_CHANGE');
    expect(told).toMatchObject([{ payload: { resource: 'matrices', ids: null, records: [] } }]);
  });
});

describeOnBoth('Contract 3: the products of a matrix', server => {
  it('[X82] products are appended in the given order without duplicates, and the count stays correct however they are removed', async () => {
    const send = await server().as('admin');
    const ids = await makeProducts(server(), 4);
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    const id = await make(server(), null);
    expect((await send('POST', `/matrices/${id}/products`, { ids: [c, a] })).result).toEqual({ ids: [c, a] });
    expect((await send('POST', `/matrices/${id}/products`, { ids: [a, d, b] })).result).toEqual({ ids: [d, b] });
    expect(await namesIn(server(), id)).toEqual([numbered(3), numbered(1), numbered(4), numbered(2)]);
    const count = async () => recordIn(await send('GET', `/matrices/${id}`));
    expect(await count()).toMatchObject({ products_count: 4, version: 3 });
    expect((await send('DELETE', `/matrices/${id}/products`, { ids: [a, 999] })).result).toEqual({ ids: [a] });
    await send('DELETE', `/products/${d}`);
    expect(await count()).toMatchObject({ products_count: 2 });
    expect(await namesIn(server(), id)).toEqual([numbered(3), numbered(2)]);
    expect((await send('POST', `/matrices/${id}/products`, { ids: [999] })).status).toBe(400);
    expect((await send('GET', '/matrices/999/products')).status).toBe(404);
  });

  it('[X82] the products can be searched, and candidates show whether they are already inside', async () => {
    const send = await server().as('manager_matrix');
    const ids = await makeProducts(server(), 5);
    const id = await make(server(), (await server().signIn('manager_matrix')).user.id, everybody, ids.slice(0, 3));
    const page = (await send('GET', `/matrices/${id}/products?per_page=2&page=2`)).result;
    expect(page).toMatchObject({ total: 3, page: 2, per_page: 2, items: [{ name: numbered(3), detail: '2002' }] });
    expect((await send('GET', `/matrices/${id}/products?page=9`)).result).toMatchObject({ total: 3, items: [] });
    expect(itemsIn(await send('GET', `/matrices/${id}/products?search=002`))).toHaveLength(2);
    const found = itemsIn(await send('GET', `/matrices/${id}/candidates?search=Товар`));
    expect(found.map(({ is_inside }) => is_inside)).toEqual([true, true, true, false, false]);
  });

  it('[X83] a column of barcodes, or another matrix, is counted before anything is written', async () => {
    const send = await server().as('admin');
    const ids = await makeProducts(server(), 4);
    const id = await make(server(), null, everybody, ids.slice(0, 1));
    const other = await make(server(), null, everybody, ids.slice(0, 3));
    const barcodes = ['2000', '2001', '2001', '2003', '77', '78', '77'];
    expect((await send('POST', `/matrices/${id}/found`, { barcodes })).result).toEqual({
      ids: [ids[1], ids[3]],
      inside: 1,
      unknown: ['77', '78'],
    });
    expect((await send('POST', `/matrices/${id}/found`, { matrix_id: other })).result).toEqual({
      ids: [ids[1], ids[2]],
      inside: 1,
      unknown: [],
    });
    expect(await namesIn(server(), id)).toHaveLength(1);
    const closed = await make(server(), 999, { users: [{ id: 999, level: 'view' }], roles: [] });
    const manager = await server().as('manager_matrix');
    const own = await make(server(), (await server().signIn('manager_matrix')).user.id);
    expect((await manager('POST', `/matrices/${own}/found`, { matrix_id: closed })).status).toBe(404);
  });

  it('[X84] products can be moved before another one or to the end', async () => {
    const send = await server().as('admin');
    const ids = await makeProducts(server(), 4);
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    const id = await make(server(), null, everybody, ids);
    await send('PUT', `/matrices/${id}/products`, { ids: [d, c], before_id: b });
    expect(await namesIn(server(), id)).toEqual([1, 4, 3, 2].map(numbered));
    await send('PUT', `/matrices/${id}/products`, { ids: [a], before_id: null });
    expect(await namesIn(server(), id)).toEqual([4, 3, 2, 1].map(numbered));
    // A repeated id moves its product once.
    await send('PUT', `/matrices/${id}/products`, { ids: [a, a], before_id: d });
    expect(await namesIn(server(), id)).toEqual([1, 4, 3, 2].map(numbered));
  });

  it('[X84] no move loses a product or changes the order of the others', () => {
    const order = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 20 });
    fc.assert(
      fc.property(order, fc.array(fc.nat()), fc.option(fc.integer({ min: 1, max: 50 })), (all, picks, before) => {
        const moving = [...new Set(picks.flatMap(pick => all[pick % Math.max(1, all.length)] ?? []))];
        const after = moveIds(all, moving, before);
        const rest = (ids: number[]) => ids.filter(id => !moving.includes(id));
        expect(after.toSorted()).toEqual(all.toSorted());
        expect(rest(after)).toEqual(rest(all));
        expect(after.filter(id => moving.includes(id))).toEqual(moving);
      }),
    );
  });

  it('[X85] the products of a matrix are exported in its order, with the columns that the caller may see', async () => {
    const ids = await makeProducts(server(), 3);
    const id = await make(server(), null, everybody, ids.slice(0, 2));
    await (await server().as('admin'))('PUT', `/matrices/${id}/products`, { ids: ids.slice(1, 2), before_id: ids[0] });
    const { access } = await server().signIn('admin_matrix');
    const answer = await server().app.request(`${API_BASE}/matrices/${id}/products/export?format=csv`, {
      headers: { Authorization: `Bearer ${access}` },
    });
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const file = await answer.text();
    expect(file.indexOf(numbered(2))).toBeGreaterThan(0);
    expect(file.indexOf(numbered(1))).toBeGreaterThan(file.indexOf(numbered(2)));
  });
});

describeOnBoth('Contract 3: merging matrices', server => {
  it('[X86] a merge results in the union of sources and target, as its preview showed', async () => {
    const send = await server().as('admin');
    const all = await makeProducts(server(), 8);
    const subset = fc.subarray(all);
    const input = fc.record({ sets: fc.array(subset, { minLength: 1, maxLength: 3 }), target: fc.option(subset) });
    await fc.assert(
      fc.asyncProperty(input, async ({ sets, target }) => {
        const sources: number[] = [];
        for (const set of sets) sources.push(await make(server(), null, everybody, set));
        const into = target && (await make(server(), null, everybody, target));
        const body = {
          source_ids: sources,
          target: into === null ? { name: 'Вместе' } : { id: into },
          delete_sources: false,
        };
        const every = [...sets, ...(target ? [target] : [])];
        const union = new Set(every.flat());
        const common = [...union].filter(id => every.every(set => set.includes(id)));
        const expected = {
          total: union.size,
          common: common.length,
          sources: every.map(set => ({
            products: set.length,
            only: set.filter(id => every.filter(other => other.includes(id)).length === 1).length,
          })),
        };
        expect((await send('POST', '/matrices/merge/preview', body)).result).toMatchObject(expected);
        const { result } = await send('POST', '/matrices/merge', body);
        expect(result).toMatchObject({ ...expected, target: { products_count: union.size } });
        const merged = itemsIn(
          await send('GET', `/matrices/${(result as MergeResult).target?.id}/products?per_page=100`),
        );
        expect(new Set(merged.map(({ id }) => id))).toEqual(union);
      }),
      { numRuns: 12 },
    );
  });

  it('[X87] the sources are deleted only on request, the target never', async () => {
    const send = await server().as('admin');
    const ids = await makeProducts(server(), 2);
    const [one, other] = [await make(server(), null, everybody, ids), await make(server(), null)];
    const merge = { source_ids: [one, other], target: { id: other }, delete_sources: true };
    expect((await send('POST', '/matrices/merge/preview', merge)).result).toMatchObject({ deleted_ids: [one] });
    expect((await send('GET', `/matrices/${one}`)).status).toBe(200);
    expect((await send('POST', '/matrices/merge', merge)).result).toMatchObject({ deleted_ids: [one] });
    expect((await send('GET', `/matrices/${one}`)).status).toBe(404);
    expect(recordIn(await send('GET', `/matrices/${other}`))).toMatchObject({ products_count: 2 });
  });
});
