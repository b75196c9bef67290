import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { isReferenceName, referenceNames, referenceOf } from '#contract/references.ts';
import { collectionHandlers } from '../collections/handlers.ts';
import type { Totals } from '../collections/totals.ts';
import type { Database } from '../db/database.ts';
import { referenceLists } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { ApiFailure } from '../errors.ts';
import type { Handlers } from '../implement.ts';

/**
 * Has a row for each declared reference; called at every start. One that people had added becomes declared, and
 * one that is declared no more is theirs from now on.
 */
export const ensureReferences = async (db: Database): Promise<void> => {
  await db
    .insert(referenceLists)
    .values(referenceNames.map(code => ({ code, name: referenceOf(code).ru[1], declared: true })))
    .onConflictDoUpdate({
      target: referenceLists.code,
      set: { declared: true, name: sql`excluded.name` },
      setWhere: eq(referenceLists.declared, false),
    });
  await db.update(referenceLists).set({ declared: false }).where(notInArray(referenceLists.code, referenceNames));
};

/**
 * The calls of the values of references, let through to a reference that there is.
 * @throws {ApiFailure} 404 for any other
 */
export const ofKnownReferences = (db: Database, calls: Handlers['references']): Handlers['references'] => {
  const known =
    (handler: (call: never) => Promise<unknown>) =>
    async (call: { params: { name: string } }): Promise<unknown> => {
      if (!(await isKnown(db, call.params.name))) throw new ApiFailure('notFound');
      return handler(call as never);
    };
  return Object.fromEntries(
    Object.entries(calls).map(([name, handler]) => [name, known(handler)]),
  ) as unknown as Handlers['references'];
};

const isKnown = async (db: Database, code: string): Promise<boolean> => {
  if (isReferenceName(code)) return true;
  const rows = await db.select({ id: referenceLists.id }).from(referenceLists).where(eq(referenceLists.code, code));
  return rows.length > 0;
};

/** The references themselves (contract 2). Those that the program declares keep their name and code, and stay. */
export const referenceListHandlers = (deps: Deps, totals: Totals): Handlers['referenceLists'] => {
  const calls = collectionHandlers(deps, totals, 'settings/reference');
  const refuseDeclared = async (ids: readonly number[]): Promise<void> => {
    const condition = and(eq(referenceLists.declared, true), inArray(referenceLists.id, [...ids]));
    const declared = await deps.db.select({ id: referenceLists.id }).from(referenceLists).where(condition).limit(1);
    if (declared.length > 0) throw new ApiFailure('conflict', { text: 'declaredReference' });
  };
  const refuseRenaming = async (ids: readonly number[], { name, code }: { name?: unknown; code?: unknown }) => {
    if (name !== undefined || code !== undefined) await refuseDeclared(ids);
  };
  return {
    ...calls,
    update: async call => {
      await refuseRenaming([call.params.id], call.body);
      return calls.update(call);
    },
    remove: async call => {
      await refuseDeclared([call.params.id]);
      return calls.remove(call);
    },
    updateMany: async call => {
      await refuseRenaming(call.body.ids, call.body.data);
      return calls.updateMany(call);
    },
    removeMany: async call => {
      await refuseDeclared(call.body.ids);
      return calls.removeMany(call);
    },
  };
};
