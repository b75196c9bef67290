import { and, asc, eq } from 'drizzle-orm';
import type { RoleSlug } from '#contract/roles.ts';
import { draftChanges, drafts, feedFailures, projects } from '#server/db/schema.ts';
import { closeDrafts, countClosedDrafts } from '#server/drafts/closeDrafts.ts';
import type { TestServer } from './server.ts';

/** Entity, record, field, item, before, after. */
export type Recorded = [string, number, string, string, unknown, unknown];

export const draftOf = async (server: TestServer, role: RoleSlug): Promise<Recorded[]> => {
  const { user } = await server.signIn(role);
  const rows = await server.db
    .select({
      entity: draftChanges.entity,
      record_id: draftChanges.record_id,
      field: draftChanges.field,
      item: draftChanges.item,
      before: draftChanges.before,
      after: draftChanges.after,
    })
    .from(draftChanges)
    .innerJoin(drafts, eq(drafts.id, draftChanges.draft_id))
    .where(and(eq(drafts.manager_id, user.id), eq(drafts.status, 'current')))
    .orderBy(asc(draftChanges.entity), asc(draftChanges.record_id), asc(draftChanges.field), asc(draftChanges.item));
  return rows.map(({ entity, record_id, field, item, before, after }) => [
    entity,
    record_id,
    field,
    item,
    before,
    after,
  ]);
};

interface Closing {
  runId: number;
  at: Date;
  /** Product ids of the errors, one per error: history counts errors, so an id may repeat. */
  faultyProducts?: readonly number[];
}

/** Closes the current drafts as a run with these errors would. @returns the closed drafts */
export const closeAll = async (
  { db }: TestServer,
  { runId, at, faultyProducts = [] }: Closing,
): Promise<readonly number[]> => {
  const closed = await db.transaction(tx => closeDrafts(tx, { runId, at }));
  const [project] = await db.insert(projects).values({ code: 'closed', name: 'Витрина', platform: 'web' }).returning();
  const faults = [...new Set(faultyProducts)].map(record_id => ({
    project_id: project?.id ?? 0,
    entity: 'nomenclature' as const,
    record_id,
    since: runId,
    faults: faultyProducts.filter(id => id === record_id).map(() => 'barcode' as const),
  }));
  if (faults.length > 0) await db.insert(feedFailures).values(faults);
  await countClosedDrafts(db);
  await db.delete(projects).where(eq(projects.code, 'closed'));
  return closed;
};
