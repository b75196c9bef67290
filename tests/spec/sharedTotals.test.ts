import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { ListQuery } from '#contract/collection.ts';
import { getBinding } from '#server/records/tableBinding.ts';
import { createTotals, type Totals } from '#server/records/totals.ts';
import { useTestServer } from '#tests/support/server.ts';
import { countStatements } from '#tests/support/statements.ts';

afterEach(() => vi.restoreAllMocks());

describe.skipIf(!inject('server').postgres)('X Totals of lists over several servers (PostgreSQL)', () => {
  const server = useTestServer('postgres');
  let now = 0;
  beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now));
  const createServer = (): Totals => createTotals({ ...server().deps, slowCount: 50 });

  /** @returns how many statements it takes */
  const count = async (totals: Totals, took: number): Promise<number> => {
    const query: ListQuery = { page: 1, per_page: 25, sort: 'name', order: 'asc', search: 'чай' };
    const statements = await countStatements(async () => {
      const counting = totals.count(getBinding('nomenclature'), query);
      now += took;
      expect(await counting).toBe(0);
    });
    return statements.length;
  };

  it('[X405] one that is slow to count is counted by one server for all', async () => {
    const [one, other] = [createServer(), createServer()];
    expect(await count(one, 100)).toBe(1);
    now += 1800;
    expect(await count(other, 100)).toBe(0);
    now += 100;
    expect(await count(other, 100)).toBe(1);
    expect(await count(one, 100)).toBe(0);
  });

  it('[X405] an earlier count of another server does not replace a later one', async () => {
    const other = createServer();
    expect(await count(other, 100)).toBe(1);
    const { realtime } = server().deps;
    const counted = vi.fn<(key: string) => void>();
    realtime.listen(message => 'totalOf' in message && counted(message.totalOf));
    expect(await count(createServer(), 100)).toBe(1);
    const key = counted.mock.calls[0]?.[0] ?? '';
    realtime.send({ totalOf: key, total: 7, took: 5000, countedBy: 'another server' });
    now += 10;
    expect(await count(other, 100)).toBe(0);
  });

  it('[X405] one that is quick to count is counted by each, and stays exact', async () => {
    const [one, other] = [createServer(), createServer()];
    expect([await count(one, 10), await count(other, 10)]).toEqual([1, 1]);
  });
});
