import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/transaction.ts';

describe('A transaction that loses against another one', () => {
  let waited: unknown[] = [];
  beforeEach(() => {
    waited = [];
    vi.spyOn(timers, 'setTimeout').mockImplementation(ms => {
      waited.push(ms);
      return Promise.resolve() as never;
    });
    syncBuiltinESMExports();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  /** Runs a transaction that fails so often before it succeeds. */
  const run = async (failures: number, code: string) => {
    let tries = 0;
    const transaction = (operation: (tx: never) => Promise<unknown>) => {
      tries += 1;
      if (tries <= failures) return Promise.reject(Object.assign(new Error('lost'), { code }));
      return operation(null as never);
    };
    const db = { transaction } as unknown as Database;
    const result = await inTransaction(db, () => Promise.resolve('written')).catch((error: Error) => error.message);
    return { result, tries };
  };

  it.each(['40P01', '40001'])('[X644] is repeated twice at most (%s)', async code => {
    expect(await run(2, code)).toEqual({ result: 'written', tries: 3 });
    expect(await run(3, code)).toEqual({ result: 'lost', tries: 3 });
  });

  it('[X644] is not repeated for any other reason', async () => {
    expect(await run(1, '42601')).toEqual({ result: 'lost', tries: 1 });
    expect(waited).toEqual([]);
  });

  it('[X644] is repeated after 20 to 200 ms, which differ each time', async () => {
    for (let runs = 0; runs < 50; runs += 1) await run(2, '40P01');
    expect(waited).toHaveLength(100);
    for (const pause of waited) {
      expect(pause).toBeGreaterThanOrEqual(20);
      expect(pause).toBeLessThanOrEqual(200);
    }
    expect(new Set(waited).size).toBeGreaterThan(90);
  });
});
