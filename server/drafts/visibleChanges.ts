import { and, type Column, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { historyEntities } from '#contract/batches.ts';
import { draftEntities, getChangeReadAccess, listGuardedFields } from '#contract/drafts.ts';
import { isAllowed } from '#contract/permissions.ts';
import { parseReferenceName, REFERENCE_PREFIX, referenceResource } from '#contract/referenceResource.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { changes, draftChanges, trash } from '../db/schema.ts';
import { getBinding, narrowBinding } from '../records/tableBinding.ts';
import { trashRowsSql } from './restoreRecords.ts';

interface ChangeColumns {
  entity: Column;
  record_id: Column;
  field: Column;
}

/**
 * Condition for the changes a caller may see: of records they may list or open, and of fields whose slug they hold.
 * Part of the query, so that pages and totals are right.
 */
export const visibleChangesCondition = (caller: Caller): SQL =>
  or(...draftEntities.map(entity => visibleEntityCondition(entity, caller, draftChanges))) ?? NO_ROWS;

/**
 * The same for the rows of `changes`, which include resources that are not published. Records in the trash are there for
 * those who could see them, so that whoever deleted one can take that back.
 */
export const visibleRowsOfChanges = (caller: Caller): SQL => {
  const conditions = historyEntities.map(entity => ({
    entity,
    condition: visibleEntityCondition(entity, caller, changes),
  }));
  const limited = conditions.filter(({ entity, condition }) => condition && !isOpenEntity(entity, caller));
  const openEntities = historyEntities.filter(entity => isOpenEntity(entity, caller));
  return (
    or(
      openEntities.length > 0 ? inArray(changes.entity, openEntities) : undefined,
      canSeeReferences(caller) ? sql`starts_with(${changes.entity}, ${REFERENCE_PREFIX})` : undefined,
      ...limited.map(({ condition }) => condition),
    ) ?? NO_ROWS
  );
};

/** Whether the condition would hold for every change, so that it can be left out. */
export const canSeeAllChanges = (caller: Caller): boolean =>
  canSeeReferences(caller) && historyEntities.every(entity => isOpenEntity(entity, caller));

const NO_ROWS = sql`false`;

/** All references have the same access. */
const canSeeReferences = (caller: Caller): boolean =>
  isAllowed(getChangeReadAccess(referenceResource('any')), caller.grantedSlugs);

/** Whether a caller may see the changes of an entity at all. */
export const canSeeEntity = (entity: string, caller: Caller): boolean =>
  isHistoryEntity(entity) && isAllowed(getChangeReadAccess(entity), caller.grantedSlugs);

/** False for a resource of an earlier build. */
const isHistoryEntity = (entity: string): boolean =>
  historyEntities.includes(entity) || parseReferenceName(entity) !== null;

export const listHiddenFields = (entity: string, caller: Caller): string[] =>
  listGuardedFields(entity).flatMap(([slug, fields]) => (caller.grantedSlugs.has(slug) ? [] : fields));

const isOpenEntity = (entity: string, caller: Caller): boolean =>
  canSeeEntity(entity, caller) &&
  listHiddenFields(entity, caller).length === 0 &&
  visibleRowsCondition(entity, caller, changes) === undefined;

const visibleEntityCondition = (entity: string, caller: Caller, columns: ChangeColumns): SQL | undefined => {
  if (!canSeeEntity(entity, caller)) return NO_ROWS;
  const hidden = listHiddenFields(entity, caller);
  return and(
    eq(columns.entity, entity),
    hidden.length > 0 ? sql`not ${inArray(columns.field, hidden)}` : undefined,
    visibleRowsCondition(entity, caller, columns),
  );
};

/**
 * Applies per-record access. Changes to records that are gone are hidden, because it is no longer known who could see
 * them.
 */
const visibleRowsCondition = (entity: string, caller: Caller, columns: ChangeColumns): SQL | undefined => {
  if (entity === 'categories') return undefined;
  const binding = getBinding(entity);
  const { table } = binding;
  const visible = binding.rows?.visible(caller);
  if (!visible) return undefined;
  const present = sql`select ${table.id} from ${table} where ${visible}`;
  if (columns !== changes) return sql`${columns.record_id} in (${present})`;
  const deleted = sql`select ${trash.record_id} from ${trashRowsSql(narrowBinding(binding, caller))}`;
  return sql`${columns.record_id} in (${present} union all ${deleted})`;
};
