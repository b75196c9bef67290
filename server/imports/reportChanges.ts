import { withAttributes } from '#contract/attributes.ts';
import type { DraftChange } from '#contract/drafts.ts';
import type { Fields } from '#contract/fields.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { readChanges } from '../batches/readBatchChanges.ts';
import type { Database } from '../db/database.ts';
import { presentChanges } from '../drafts/presentChanges.ts';
import { findRunBatch } from '../drafts/summary.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import type { GetReferenceName } from '../records/kind.ts';
import { readTableSources } from '../records/readTableSources.ts';
import { getBinding } from '../records/tableBinding.ts';
import { formatExportText } from '../table/exportCells.ts';
import { getImportableFields, importedResource } from '../table/importable.ts';
import { getFieldLabel } from '../table/labels.ts';
import { readNames } from './lookups.ts';

/** Describes the product changes that the caller may see, keyed by product id. */
export type ReadChanges = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/** Reads what a run changed from its batch. Changes that have been cleaned up since are no longer found. */
export const createChangeReader = async (db: Database, caller: Caller, runId: number): Promise<ReadChanges> => {
  const batchId = await findRunBatch(db, runId);
  const sources = await readTableSources(db);
  const { fields } = withAttributes(getBinding(importedResource).collection, sources);
  const nameOf = await readNames(db, getImportableFields(sources));
  return async ids => {
    if (ids.length === 0 || batchId === undefined) return new Map();
    const keys = ids.map(id => ({ batch_id: batchId, entity: importedResource, record_id: id }));
    const rows = (await readChanges(db, caller, keys)).filter(({ field }) => field !== '');
    const changes = await presentChanges(db, caller, rows);
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
