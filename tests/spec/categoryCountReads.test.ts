import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { createCombinationsCache } from '#server/categories/counts.ts';
import { announceMany, useTestServer } from '#tests/support/server.ts';
import { countStatements } from '#tests/support/statements.ts';

afterEach(() => vi.restoreAllMocks());

describe.skipIf(!inject('server').postgres)('X Counts of categories (PostgreSQL)', () => {
  const server = useTestServer('postgres');

  it('[X404] many changes in a row have slow counts read once, by one statement, and later again', async () => {
    const { deps } = server();
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const combinations = createCombinationsCache({ ...deps, slowCount: 50 });
    const change = async () => {
      announceMany(deps, 'nomenclature');
      await combinations();
    };
    const first = await countStatements(async () => {
      const reading = combinations();
      now += 100;
      await reading;
    });
    expect(first).toHaveLength(1);
    const next = await countStatements(async () => {
      for (let at = 0; at < 5; at += 1) await change();
    });
    expect(next).toEqual([]);
    now += 2000;
    expect(await countStatements(change)).toHaveLength(1);
    // This time they were quick to read.
    expect(await countStatements(change)).toHaveLength(1);
  });

  it('[X621] a tree is counted after its save is committed', async () => {
    const send = await server().as('admin');
    await send('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    const asked = await countStatements(() =>
      send('PUT', '/categories/site', { categories: [{ name: 'Чай', children: [] }] }),
    );
    const counting = asked.findIndex(text => text.includes('array_agg'));
    expect(counting).toBeGreaterThan(asked.indexOf('commit'));
  });
});
