import { type SQL, sql } from 'drizzle-orm';
import {
  type Attribute,
  type AttributeDefinitions,
  buildAttributeFields,
  findAttributesField,
} from '#contract/attributes.ts';
import type { DataLoss } from '#contract/dataLoss.ts';
import type { Field } from '#contract/fields.ts';
import { declaredResources, type ResourceName } from '#contract/records.ts';
import { type Database, queryRows } from '../db/database.ts';
import { ApiFailure } from '../http/errors.ts';
import { buildLookups, loadValues } from '../imports/lookups.ts';
import { importStore } from '../imports/runs.ts';
import { formatExportText } from '../table/exportCells.ts';
import { lockDefinitionsExclusively, readAttributeDefinitions } from './attributes.ts';
import { convertValue } from './convertValue.ts';
import type { ConvertedValue, GetReferenceName } from './kind.ts';
import type { TouchedRows } from './locks.ts';
import type { PendingChanges } from './recordChanges.ts';
import { stampSql } from './stamp.ts';
import { getBinding, type TableBinding } from './tableBinding.ts';
import type { Patch } from './values.ts';

const storageProperties = ['code', 'kind', 'reference', 'per_language'] as const;

/**
 * Converts the stored values before attribute definitions change. The transaction rolls back on a failure.
 * @throws {ApiFailure} 409 with the loss when it exceeds what the caller accepted, or while an import relies on the
 * current definitions
 */
export const redefineAttributes = async (
  tx: Database,
  { resource }: TableBinding,
  ids: readonly number[],
  patch: Patch,
  changes: PendingChanges,
): Promise<void> => {
  if (!isRedefining(resource, patch)) return;
  const sources = await readAttributeDefinitions(tx);
  const redefinedAttributes = findRedefinedAttributes(sources, ids, patch);
  if (redefinedAttributes.length > 0 && (await importStore.readActiveRun(tx)))
    throw new ApiFailure('conflict', { text: 'importGoesOn' });
  const loss: DataLoss = { kept: 0, lost: 0, samples: [] };
  for (const before of redefinedAttributes) {
    const after = { ...before, ...patch } as Attribute;
    for (const attributesBinding of declaredResources.map(getBinding)) {
      const movedValues = await readMovedValues(tx, attributesBinding, before, after, sources);
      if (movedValues) await writeMovedValues(tx, attributesBinding, movedValues, changes, loss);
    }
  }
  if (loss.lost > changes.acceptedLoss)
    throw new ApiFailure('conflict', { text: 'wouldLose', values: { lost: loss.lost }, result: { loss } });
};

/**
 * Finds the records whose values have to be converted when attributes change. First locks the definitions exclusively,
 * which is required both for changing a definition and for deleting anything that is a column of imports.
 * @param write.patches null for a deletion
 */
export const findRowsTouchedByRedefining = async (
  tx: Database,
  { resource }: TableBinding,
  { ids, patches }: { ids: readonly number[]; patches: readonly Patch[] | null },
): Promise<TouchedRows[] | null> => {
  const redefiningPatches = (patches ?? []).filter(patch => isRedefining(resource, patch));
  if (redefiningPatches.length > 0 || (patches === null && importColumnResources.has(resource)))
    await lockDefinitionsExclusively(tx);
  if (redefiningPatches.length === 0) return null;
  const sources = await readAttributeDefinitions(tx);
  const codes = redefiningPatches.flatMap(patch =>
    findRedefinedAttributes(sources, ids, patch).map(({ code }) => code),
  );
  const touchedRows: TouchedRows[] = [];
  for (const { collection, columns, table } of declaredResources.map(getBinding)) {
    const column = columns[findAttributesField(collection)?.name ?? ''];
    if (!column || codes.length === 0) continue;
    const rows = await queryRows<{ id: number }>(
      tx,
      sql`select id from ${table} where ${column} ?| ${sql.param(codes)}::text[]`,
    );
    touchedRows.push({ table, key: table.id, values: rows.map(({ id }) => id), strength: 'no key update' });
  }
  return touchedRows;
};

const isRedefining = (resource: string, patch: Patch): boolean =>
  resource === 'settings/attribute' && storageProperties.some(name => patch[name] !== undefined);

const findRedefinedAttributes = ({ attributes }: AttributeDefinitions, ids: readonly number[], patch: Patch) =>
  (attributes as (Attribute & { id: number })[]).filter(
    attribute =>
      ids.includes(attribute.id) && storageProperties.some(name => isPropertyChanged(attribute, patch, name)),
  );

/**
 * Resources whose records determine the columns of an import. These records must not change while an import is running.
 */
const importColumnResources: ReadonlySet<string> = new Set<ResourceName>([
  'settings/attribute',
  'settings/language',
  'settings/project',
]);

/**
 * Prevents the deletion of anything for which a running import has a column, because the import's rows would then refer
 * to nothing.
 * @throws {ApiFailure} 409
 */
export const assertNotImporting = async (tx: Database, { resource }: TableBinding): Promise<void> => {
  if (!importColumnResources.has(resource)) return;
  if (await importStore.readActiveRun(tx)) throw new ApiFailure('conflict', { text: 'importGoesOn' });
};

const isPropertyChanged = (attribute: Attribute, patch: Patch, name: (typeof storageProperties)[number]): boolean =>
  patch[name] !== undefined && patch[name] !== attribute[name];

interface MovedValues {
  column: string;
  from: string;
  to: string;
  values: (ConvertedValue & { json: string; count: number; before: string; after: string | null })[];
}

/**
 * The distinct values, because each value is converted only once, however many records have it. Null if the resource
 * has no attributes.
 */
const readMovedValues = async (
  tx: Database,
  attributesBinding: TableBinding,
  before: Attribute,
  after: Attribute,
  sources: AttributeDefinitions,
): Promise<MovedValues | null> => {
  const column = findAttributesField(attributesBinding.collection)?.name;
  if (!column) return null;
  const getField = (attribute: Attribute): Field | undefined => {
    const unrestricted = { ...attribute, archived: false, required: false, applies_to: 'both' as const };
    return Object.values(
      buildAttributeFields(attributesBinding.collection, { ...sources, attributes: [unrestricted] }),
    )[0];
  };
  const [sourceField, targetField] = [getField(before), getField(after)];
  if (!sourceField || !targetField) return null;
  const valueRows = await queryRows<{ json: string; count: number }>(
    tx,
    sql`select (${attributesBinding.columns[column]} -> ${before.code}::text)::text as json, count(*)::integer as count
      from ${attributesBinding.table} where ${attributesBinding.columns[column]} ? ${before.code}::text group by 1 order by 2 desc, 1`,
  );
  const names = await readNames(tx, [sourceField, targetField]);
  const values = valueRows.map(({ json, count }) => {
    const value: unknown = JSON.parse(json);
    const converted = convertValue(value, { from: sourceField, to: targetField, ...names });
    const convertedText =
      converted.value === null ? null : formatExportText(converted.value, targetField, names.nameOf);
    return {
      ...converted,
      json,
      count,
      before: formatExportText(value, sourceField, names.nameOf),
      after: convertedText,
    };
  });
  return { column, from: before.code, to: after.code, values };
};

const readNames = async (tx: Database, fields: readonly Field[]) => {
  const references = [...new Set(fields.flatMap(field => ('of' in field ? [field.of] : [])))];
  const values = await loadValues(tx, references);
  const names = new Map(values.map(({ id, name }) => [id, name]));
  const nameOf: GetReferenceName = (_, id) => names.get(id) ?? `№ ${id}`;
  return { nameOf, lookups: buildLookups(references, values) };
};

const MAX_SAMPLES = 5;

const writeMovedValues = async (
  tx: Database,
  { table, resource }: TableBinding,
  { column, from, to, values }: MovedValues,
  changes: PendingChanges,
  loss: DataLoss,
): Promise<void> => {
  for (const { isWhole, count, before, after } of values) {
    loss[isWhole ? 'kept' : 'lost'] += count;
    if (!isWhole && loss.samples.length < MAX_SAMPLES) loss.samples.push({ before, after, count });
  }
  const changedValues = values.filter(({ json, value }) => from !== to || json !== JSON.stringify(value));
  if (changedValues.length === 0) return;
  const name = sql`r.${sql.identifier(column)}`;
  const pairs = (texts: (string | null)[]): SQL => sql`${sql.param(texts)}::jsonb[]`;
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`update ${table} as r
      set ${sql.identifier(column)} = jsonb_strip_nulls((${name} - ${from}::text) || jsonb_build_object(${to}::text, moved.after)),
        ${stampSql(changes)}
      from unnest(${pairs(changedValues.map(({ json }) => json))},
        ${pairs(changedValues.map(({ value }) => JSON.stringify(value)))}) as moved (before, after)
      where r.${sql.identifier(column)} -> ${from}::text = moved.before
      returning r.id`,
  );
  changes.changed(
    resource,
    rows.map(({ id }) => id),
  );
};
