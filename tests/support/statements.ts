import pg from 'pg';
import { vi } from 'vitest';

/** What the pool sends to find out whether a busy database still answers. */
const PROBE = 'select 1';

/** @returns the statements that PostgreSQL is sent during `work`, over all connections of this process. */
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
