import { sql } from 'drizzle-orm';
import type { Sharing } from '#contract/sharing.ts';
import { withAuthor, withBatch } from '../accounts/author.ts';
import { queryRows } from '../db/database.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { lockEditableMatrices, readVisibleMatrix, requireVisibleMatrix } from '../matrices/matrix.ts';
import { mergeMatrices, previewMerge } from '../matrices/mergeMatrices.ts';
import {
  addProducts,
  findByBarcodes,
  moveProducts,
  readCandidates,
  readMatrixProducts,
  readProductIds,
  removeProducts,
} from '../matrices/products.ts';
import { extendWithAttributes } from '../records/attributes.ts';
import { commitChange } from '../records/commit.ts';
import { exportRecords } from '../records/exporting.ts';
import { createHandlers } from '../records/handlers.ts';
import { getBinding } from '../records/tableBinding.ts';
import type { Totals } from '../records/totals.ts';

export const matrixHandlers = (deps: ServerDeps, totals: Totals): Handlers['matrices'] => {
  const { db } = deps;
  const calls = createHandlers(deps, totals, getBinding('matrices'));
  return {
    access: async call => getSharing(await calls.read(call)),
    setAccess: async ({ body, ...call }) => getSharing(await calls.update({ ...call, body: { access: body } })),
    people: async () => ({ users: await readPeople(deps), roles: await readRoles(deps) }),
    products: async ({ params, query, caller }) => {
      await readVisibleMatrix(db, caller, params.id);
      return readMatrixProducts(db, params.id, query);
    },
    candidates: async ({ params, query, caller }) => {
      // The search covers all products, even those outside the caller's matrices, so it requires the right to add
      // products to a matrix.
      await requireVisibleMatrix(db, caller, params.id);
      return readCandidates(db, totals, params.id, query);
    },
    find: async ({ params, body, caller }) => {
      await requireVisibleMatrix(db, caller, params.id);
      if ('matrix_id' in body) await readVisibleMatrix(db, caller, body.matrix_id);
      const { ids, unknown } =
        'matrix_id' in body
          ? { ids: await readProductIds(db, body.matrix_id), unknown: [] }
          : await findByBarcodes(db, body.barcodes);
      const memberIds = new Set(await readProductIds(db, params.id));
      const addableIds = ids.filter(id => !memberIds.has(id));
      return { ids: addableIds, inside: ids.length - addableIds.length, unknown };
    },
    addProducts: async ({ params, body, caller }) =>
      commitChange(withBatch(withAuthor(deps, caller), 'links'), async (tx, changes) => {
        await lockEditableMatrices(tx, caller, [params.id]);
        return { ids: await addProducts(tx, params.id, body.ids, changes) };
      }),
    removeProducts: async ({ params, body, caller }) =>
      commitChange(withBatch(withAuthor(deps, caller), 'links'), async (tx, changes) => {
        await lockEditableMatrices(tx, caller, [params.id]);
        return { ids: await removeProducts(tx, params.id, body.ids, changes) };
      }),
    moveProducts: async ({ params, body, caller }) =>
      commitChange(withBatch(withAuthor(deps, caller), 'order'), async (tx, changes) => {
        await lockEditableMatrices(tx, caller, [params.id]);
        return { ids: await moveProducts(tx, params.id, body, changes) };
      }),
    exportProducts: async ({ params, query, caller }) => {
      await readVisibleMatrix(db, caller, params.id);
      const ids = await readProductIds(db, params.id);
      return exportRecords(deps, await extendWithAttributes(db, getBinding('nomenclature')), ids, query, caller);
    },
    previewMerge: ({ body, caller }) => previewMerge(db, caller, body),
    merge: ({ body, caller }) =>
      commitChange(withBatch(withAuthor(deps, caller), 'merge'), (tx, changes) =>
        mergeMatrices(tx, caller, body, changes),
      ),
  };
};

const getSharing = ({ access }: { access: Sharing }): Sharing => access;

const readPeople = ({ db }: ServerDeps) =>
  queryRows<{ id: number; name: string; role: string; slugs: string[] }>(
    db,
    sql`select id, first_name || ' ' || last_name as name, role, slugs from (
        select users.*, array(select slug from user_rights where user_id = users.id) as slugs from users
      ) person where status = 'active' and 'matrix.view-list' = any(slugs)
      order by last_name, first_name, id`,
  ).then(candidates =>
    candidates.map(candidate => ({ ...candidate, slugs: candidate.slugs.filter(slug => slug.startsWith('matrix.')) })),
  );

const readRoles = async ({ db }: ServerDeps) => {
  const heldSlugs = sql`array(select slug from role_permissions where role_id = roles.id and slug like 'matrix.%')`;
  return queryRows<{ slug: string; name: string; slugs: string[] }>(
    db,
    sql`select slug, name, ${heldSlugs} as slugs from roles order by name`,
  );
};
