import { and, eq, ne } from 'drizzle-orm';
import { withAttributes } from '#contract/attributes.ts';
import type { DraftChange } from '#contract/drafts.ts';
import type { Fields } from '#contract/fields.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { draftChanges } from '../db/schema.ts';
import { type ChangeRow, presentChanges } from '../drafts/presentChanges.ts';
import { visibleChangesCondition } from '../drafts/visibleChanges.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import type { GetReferenceName } from '../records/kind.ts';
import { idsCondition } from '../records/query.ts';
import { readTableSources } from '../records/readTableSources.ts';
import { getBinding } from '../records/tableBinding.ts';
import { formatExportText } from '../table/exportCells.ts';
import { getImportableFields, importedResource } from '../table/importable.ts';
import { getFieldLabel } from '../table/labels.ts';
import { readNames } from './lookups.ts';

/** Describes the product changes that the caller may see, keyed by product id. */
export type ReadChanges = (ids: readonly number[], timestamp: Date) => Promise<ReadonlyMap<number, string>>;

/**
 * Reads the changes to products from the drafts, by the time of their transaction. A later edit in the same draft
 * replaces that time, so a change that has been overwritten is no longer found.
 */
export const createChangeReader = async (db: Database, caller: Caller): Promise<ReadChanges> => {
  const sources = await readTableSources(db);
  const { fields } = withAttributes(getBinding(importedResource).collection, sources);
  const nameOf = await readNames(db, getImportableFields(sources));
  return async (ids, timestamp) => {
    if (ids.length === 0) return new Map();
    const rows = await db
      .select()
      .from(draftChanges)
      .where(
        and(
          eq(draftChanges.entity, importedResource),
          idsCondition(draftChanges.record_id, ids),
          eq(draftChanges.at, timestamp),
          ne(draftChanges.field, ''),
          visibleChangesCondition(caller),
        ),
      )
      .orderBy(draftChanges.record_id, draftChanges.field, draftChanges.item);
    const changes = await presentChanges(
      db,
      caller,
      rows.map(row => ({ ...row, at: row.at.toISOString(), total: 1, is_reverted: false }) as ChangeRow),
    );
    return new Map(
      changes.map(({ record_id, fields: fieldChanges }) => [
        record_id,
        fieldChanges
          .flatMap(({ field, changes: itemChanges }) =>
            itemChanges.map(change => describeChange(fields, field, change, nameOf)),
          )
          .join('\n'),
      ]),
    );
  };
};

const describeChange = (fields: Fields, name: string, change: DraftChange, nameOf: GetReferenceName): string => {
  const field = fields[name];
  const label = field?.label ?? getFieldLabel(importedResource, name);
  const { item, label: itemLabel, before, after } = change;
  const isPair = field !== undefined && getStoredKind(field).storage === 'pairs';
  if (isPair && !isAmount(before) && !isAmount(after))
    return `${label}: ${before === null ? '+' : '−'} ${itemLabel ?? item}`;
  const formatValue = (value: unknown): string => {
    if (isAmount(value)) return String(value.amount).replace('.', ',');
    return (field && !isPair && formatExportText(value, field, nameOf)) || '—';
  };
  return `${label}${isPair ? `, ${itemLabel ?? item}` : ''}: ${formatValue(before)} → ${formatValue(after)}`;
};

const isAmount = (value: unknown): value is { amount: number } =>
  typeof value === 'object' && value !== null && 'amount' in value;
