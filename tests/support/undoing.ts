import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { BATCH_HEADER } from '#contract/batches.ts';
import type { UndoOutcome, UndoPreview } from '#contract/undo.ts';
import { queryRows } from '#server/db/database.ts';
import { hold } from './hold.ts';
import type { Answer, TestServer } from './server.ts';

type Send = Awaited<ReturnType<TestServer['as']>>;

export const batchOf = ({ headers }: Answer): number => Number(headers.get(BATCH_HEADER));

export const previewOf = async (send: Send, batch: number) => {
  const answer = await send('POST', `/batches/${batch}/undo/preview`);
  expect([answer.status, answer.message]).toEqual([200, 'success']);
  return answer.result as UndoPreview;
};

export const undo = async (send: Send, batch: number, overwrite?: unknown) => {
  const answer = await send('POST', `/batches/${batch}/undo`, overwrite === undefined ? {} : { overwrite });
  expect([answer.status, answer.message]).toEqual([200, 'success']);
  return { ...(answer.result as UndoOutcome & { run_id: number | null }), batch: batchOf(answer) };
};

/** Holds a run or a bulk edit before its second transaction; a request says how many bytes it brings. @returns lets it go on */
export const holdAfterFirstUnit = ({ deps }: TestServer): (() => void) => {
  const { released, release } = hold();
  let units = 0;
  deps.requireRoom = async bytes => {
    if (bytes !== undefined) return;
    units += 1;
    if (units > 1) await released;
  };
  return () => {
    deps.requireRoom = undefined;
    release();
  };
};

const stampColumns = ['version', 'updated_at', 'updated_by', 'acted_by', 'created_at', 'search'];
const tables: Readonly<Record<string, readonly string[]>> = {
  products: stampColumns,
  models: stampColumns,
  matrices: stampColumns,
  users: [...stampColumns, 'last_login_at'],
  roles: stampColumns,
  projects: stampColumns,
  attributes: stampColumns,
  languages: stampColumns,
  reference_lists: stampColumns,
  reference_values: stampColumns,
  categories: [],
  product_models: [],
  product_categories: [],
  model_categories: [],
  product_prices: [],
  user_permissions: [],
  role_permissions: [],
  // The ids of images are not seen, only their keys and order.
  product_images: ['id', 'created_at'],
  model_images: ['id', 'created_at'],
};

/** Everything that users write, without stamps. An empty value may be null or absent. Read at once, because it is read often. */
export const stateOf = async ({ db }: TestServer): Promise<unknown> => {
  const columns = Object.entries(tables).map(
    ([table, omitted]) => sql`(
      select jsonb_agg(state order by state)
      from ${sql.identifier(table)} r, jsonb_strip_nulls(to_jsonb(r) - ${sql.param([...omitted])}::text[]) state
    ) as ${sql.identifier(table)}`,
  );
  const [state] = await queryRows(
    db,
    sql`select ${sql.join(columns, sql`, `)}, (
      select jsonb_agg(jsonb_build_array(matrix_id, products) order by matrix_id) from (
        select matrix_id, jsonb_agg(product_id order by position, product_id) as products
        from matrix_products group by matrix_id
      ) ordered
    ) as members`,
  );
  return state;
};
