import pg from 'pg';
import { vi } from 'vitest';

/** The statement with which the pool checks whether a busy database still responds. */
const PROBE = 'select 1';

/** @returns the statements sent to PostgreSQL during `work`, over all connections of this process */
export const countStatements = async (work: () => Promise<unknown>): Promise<string[]> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return spy.mock.calls.map(([query]) => textOf(query)).filter(text => text !== PROBE);
  } finally {
    spy.mockRestore();
  }
};

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : (query as { text: string }).text.replaceAll(/\s+/g, ' ');
