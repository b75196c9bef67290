import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { type DraftEntity, draftEntities, getChangeReadAccess, listGuardedFields } from '#contract/drafts.ts';
import { isAllowed } from '#contract/permissions.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { draftChanges } from '../db/schema.ts';
import { getBinding } from '../records/tableBinding.ts';

/**
 * Condition for the changes a caller may see: of records they may list or open, and of fields whose slug they hold.
 * Part of the query, so that pages and totals are right.
 */
export const visibleChangesCondition = (caller: Caller): SQL =>
  or(...draftEntities.map(entity => visibleEntityChangesCondition(entity, caller))) ?? NO_ROWS;

const NO_ROWS = sql`false`;

const visibleEntityChangesCondition = (entity: DraftEntity, caller: Caller): SQL | undefined => {
  if (!isAllowed(getChangeReadAccess(entity), caller.grantedSlugs)) return NO_ROWS;
  const hidden = listGuardedFields(entity).flatMap(([slug, fields]) => (caller.grantedSlugs.has(slug) ? [] : fields));
  return and(
    eq(draftChanges.entity, entity),
    hidden.length > 0 ? sql`not ${inArray(draftChanges.field, hidden)}` : undefined,
    visibleRowsCondition(entity, caller),
  );
};

/**
 * Applies per-record access. Changes to deleted records are hidden, because it is no longer known who could see them.
 */
const visibleRowsCondition = (entity: DraftEntity, caller: Caller): SQL | undefined => {
  if (entity === 'categories') return undefined;
  const { rows, table } = getBinding(entity);
  const visibleCondition = rows?.visible(caller);
  return (
    visibleCondition && sql`${draftChanges.record_id} in (select ${table.id} from ${table} where ${visibleCondition})`
  );
};
