import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { BulkResponse } from '#contract/bulk.ts';
import { getReference, isReferenceName, referenceNames } from '#contract/references.ts';
import type { Database } from '../db/database.ts';
import { referenceLists } from '../db/schema.ts';
import { writeUnrecorded } from '../drafts/author.ts';
import type { Handlers, Overrides } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { createCollectionHandlers } from '../records/handlers.ts';
import type { Totals } from '../records/totals.ts';
import { foldName } from '../table/parseResult.ts';
import { translate } from '../translate.ts';

interface DeclaredReference {
  code: string;
  name: string;
}

/** In Russian, whatever the language of the process, because the names are stored in the database. */
const declaredReferences: readonly DeclaredReference[] = referenceNames.map(code => ({
  code,
  name: getReference(code).ru[1],
}));

/**
 * Adds missing rows for declared references at every start. A user's reference with the same code becomes a declared
 * one. A reference that is no longer declared becomes an ordinary reference, which users may change and delete.
 * @returns a line for each newly declared reference whose code or name a user's reference already has
 */
export const ensureReferences = async (
  db: Database,
  declaredLists: readonly DeclaredReference[] = declaredReferences,
): Promise<string[]> => {
  const clashes = await findClashes(db, declaredLists);
  await writeUnrecorded(db, tx => markDeclared(tx, declaredLists));
  return clashes;
};

const markDeclared = async (tx: Database, declaredLists: readonly DeclaredReference[]): Promise<void> => {
  await tx
    .insert(referenceLists)
    .values(declaredLists.map(list => ({ ...list, declared: true })))
    .onConflictDoUpdate({
      target: referenceLists.code,
      set: { declared: true, name: sql`excluded.name` },
      setWhere: eq(referenceLists.declared, false),
    });
  const codes = declaredLists.map(({ code }) => code);
  await tx.update(referenceLists).set({ declared: false }).where(notInArray(referenceLists.code, codes));
};

const findClashes = async (db: Database, declaredLists: readonly DeclaredReference[]): Promise<string[]> => {
  const storedLists = await db.select().from(referenceLists);
  const isNew = ({ code }: DeclaredReference) => !storedLists.some(list => list.declared && list.code === code);
  return declaredLists.filter(isNew).flatMap(({ code, name }) =>
    storedLists
      .filter(list => !list.declared && (list.code === code || foldName(list.name) === foldName(name)))
      .map(otherList => {
        const values = { name, code, theirName: otherList.name, theirCode: otherList.code };
        return translate(otherList.code === code ? 'start.referenceTaken' : 'start.referenceTwice', values);
      }),
  );
};

/**
 * Wraps the handlers of reference values: all references share their paths, so existence is checked at each call.
 * @throws {ApiFailure} 404 for an unknown reference
 */
export const requireKnownReference = (db: Database, calls: Handlers['references']): Handlers['references'] => {
  const requireKnown =
    (handler: (call: never) => Promise<unknown>) =>
    async (call: { params: { name: string } }): Promise<unknown> => {
      if (!(await isKnown(db, call.params.name))) throw new ApiFailure('notFound');
      return handler(call as never);
    };
  return Object.fromEntries(
    Object.entries(calls).map(([name, handler]) => [name, requireKnown(handler)]),
  ) as unknown as Handlers['references'];
};

const isKnown = async (db: Database, code: string): Promise<boolean> => {
  if (isReferenceName(code)) return true;
  const rows = await db.select({ id: referenceLists.id }).from(referenceLists).where(eq(referenceLists.code, code));
  return rows.length > 0;
};

/**
 * The references themselves (contract 2). Declared references cannot be renamed or deleted, because the code depends on
 * them.
 */
export const createReferenceListOverrides = (deps: ServerDeps, totals: Totals): Overrides['settings/reference'] => {
  const calls = createCollectionHandlers(deps, totals, 'settings/reference');
  const findDeclared = async (ids: readonly number[]): Promise<Set<number>> => {
    const condition = and(eq(referenceLists.declared, true), inArray(referenceLists.id, [...ids]));
    const rows = await deps.db.select({ id: referenceLists.id }).from(referenceLists).where(condition);
    return new Set(rows.map(({ id }) => id));
  };
  const rejectDeclared = async (id: number): Promise<void> => {
    if ((await findDeclared([id])).size > 0) throw new ApiFailure('conflict', { text: 'declaredReference' });
  };
  /**
   * Applies a bulk operation to all references except declared ones, and reports the declared references as failed, so
   * that they do not block the others.
   */
  const excludeDeclared = async (
    ids: number[],
    operation: (ids: number[]) => Promise<BulkResponse>,
  ): Promise<BulkResponse> => {
    const declaredIds = await findDeclared(ids);
    const free = ids.filter(id => !declaredIds.has(id));
    const result = free.length > 0 ? await operation(free) : { ids: [], failed: [] };
    const declaredErrors = [...declaredIds].map(id => ({
      id,
      reason: 'inUse' as const,
      message: translate('declaredReference'),
    }));
    return { ...result, failed: [...declaredErrors, ...result.failed] };
  };
  return {
    update: async call => {
      if (isRenaming(call.body)) await rejectDeclared(call.params.id);
      return calls.update(call);
    },
    remove: async call => {
      await rejectDeclared(call.params.id);
      return calls.remove(call);
    },
    updateMany: call => {
      const change = (ids: number[]) => calls.updateMany({ ...call, body: { ...call.body, ids } });
      return isRenaming(call.body.data) ? excludeDeclared(call.body.ids, change) : change(call.body.ids);
    },
    removeMany: ({ caller, body }) => excludeDeclared(body.ids, ids => calls.removeMany({ caller, body: { ids } })),
  };
};

const isRenaming = ({ name, code }: { name?: unknown; code?: unknown }): boolean =>
  name !== undefined || code !== undefined;
