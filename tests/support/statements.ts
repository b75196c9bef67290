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

/** @returns the plans of the queries, inserts and updates sent to PostgreSQL during `work`, as text */
export const explainStatements = async (
  databaseUrl: string | undefined,
  work: () => Promise<unknown>,
): Promise<string[]> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const calls = (spy.mock.calls as unknown[][]).map(([query, values]) => ({
    text: textOf(query),
    values: (values ?? (query as { values?: unknown[] }).values ?? []) as unknown[],
  }));
  spy.mockRestore();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const plans: string[] = [];
    for (const { text, values } of calls.filter(({ text: statement }) =>
      /^\s*(with|select|insert|update)/i.test(statement),
    )) {
      const { rows } = await client.query({ text: `explain ${text}`, values });
      plans.push(rows.map(row => String(row['QUERY PLAN'])).join('\n'));
    }
    return plans;
  } finally {
    await client.end();
  }
};
