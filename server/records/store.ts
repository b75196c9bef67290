import { type SQL, sql } from 'drizzle-orm';
import { findAttributesField } from '#contract/attributes.ts';
import { listFieldsOfKind } from '#contract/fields.ts';
import { type Database, queryRows } from '../db/database.ts';
import { noteChangedRecords, noteCreatedRecords } from '../security/audit.ts';
import { assignPositions } from './complete.ts';
import type { WriteDecision } from './decideWrites.ts';
import { writeLinks } from './links.ts';
import { readWrittenRecords, type WireRecord } from './readRecords.ts';
import type { PendingChanges } from './recordChanges.ts';
import { redefineAttributes } from './redefineAttributes.ts';
import { notifySharing, notifySharingChanges } from './sharing.ts';
import { stampSql } from './stamp.ts';
import { type TableBinding, withRowRules } from './tableBinding.ts';
import { type Patch, toRow } from './values.ts';

export type InsertWrite = Extract<WriteDecision, { kind: 'new' }>;
export type UpdateWrite = Extract<WriteDecision, { kind: 'changed' }>;

export interface StoredRecords {
  ids: readonly number[];
  records: readonly WireRecord[];
}

interface StoreOptions {
  /** Also return the stored records, if that needs no additional statement. */
  returns?: boolean;
}

/** Uses one statement for any number of records, because an import writes hundreds at a time. */
export const storeNewRecords = async (
  tx: Database,
  binding: TableBinding,
  records: readonly InsertWrite[],
  changes: PendingChanges,
  options: StoreOptions = {},
): Promise<StoredRecords> => {
  const ids: number[] = [];
  const knownRecords: WireRecord[] = [];
  // Rules compare individual changes, so such records are stored one group at a time.
  const groups = hasRules(binding) ? records.map(record => [record]) : [records];
  for (const group of groups) {
    const values = await assignPositions(
      tx,
      binding,
      group.map(record => record.values),
    );
    const [patch = {}] = values;
    await withRowRules(binding, { tx, ids: [], patch, changes }, async () => {
      const insertedRows = await insertRows(tx, binding, values, changes, options);
      const hasLinks = await writeLinks(tx, binding, toLinkWrites(insertedRows.ids, values), changes);
      ids.push(...insertedRows.ids);
      if (!hasLinks && !hasRules(binding)) knownRecords.push(...insertedRows.records);
      return insertedRows.ids;
    });
  }
  changes.created(binding.resource, ids);
  noteCreatedRecords(binding, ids, records, changes);
  await notifySharingChanges(tx, binding, ids, changes);
  return { ids, records: knownRecords };
};

/** Uses one statement even if each record changes different fields, because an import writes hundreds at a time. */
export const storeChangedRecords = async (
  tx: Database,
  binding: TableBinding,
  records: readonly UpdateWrite[],
  changes: PendingChanges,
  options: StoreOptions = {},
): Promise<StoredRecords> => {
  const knownRecords: WireRecord[] = [];
  const recordsByPatch = groupByPatch(records);
  for (const [patch, group] of recordsByPatch) {
    await redefineAttributes(tx, binding, listIds(group), patch, changes);
    await notifySharing(
      tx,
      binding,
      group.map(({ current }) => current),
      patch,
      changes,
    );
  }
  for (const group of hasRules(binding) ? recordsByPatch.values() : [records]) {
    const ids = listIds(group);
    const patch = group[0]?.patch ?? {};
    await withRowRules(binding, { tx, ids, patch, changes }, async () => {
      const updatedRecords = await updateRows(tx, binding, group, changes, options);
      const hasLinks = await writeLinks(
        tx,
        binding,
        group.map(record => ({ id: record.current.id, patch: record.patch, before: record.current })),
        changes,
      );
      if (!hasLinks && !hasRules(binding)) knownRecords.push(...updatedRecords);
      return ids;
    });
  }
  const ids = listIds(records);
  changes.changed(binding.resource, ids);
  noteChangedRecords(binding, records, changes);
  return { ids, records: knownRecords };
};

const hasRules = ({ rules, narrowed }: TableBinding): boolean => rules !== undefined && narrowed !== undefined;

const groupByPatch = (records: readonly UpdateWrite[]): Map<Patch, UpdateWrite[]> => {
  const groups = new Map<Patch, UpdateWrite[]>();
  for (const record of records) {
    const group = groups.get(record.patch);
    if (group) group.push(record);
    else groups.set(record.patch, [record]);
  }
  return groups;
};

const listIds = (records: readonly { current: WireRecord }[]): number[] => records.map(({ current }) => current.id);

const toLinkWrites = (ids: readonly number[], values: readonly Patch[]) =>
  ids.map((id, index) => ({ id, patch: values[index] ?? {}, before: {} }));

const insertRows = async (
  tx: Database,
  binding: TableBinding,
  values: readonly Patch[],
  changes: PendingChanges,
  { returns = false }: StoreOptions,
): Promise<StoredRecords> => {
  const { table, reference } = binding;
  const personColumns = listFieldsOfKind(binding.collection.fields, 'person').map(
    ([name]) => [name, changes.by] as const,
  );
  const common = {
    created_at: changes.at,
    updated_at: changes.at,
    updated_by: changes.by,
    acted_by: changes.actor,
    ...Object.fromEntries(personColumns),
    ...(reference && { reference }),
  };
  const rows = values.map(row => Object.assign(toRow(binding, row), common));
  const columns = listColumnNames(rows);
  const insert = sql`insert into ${table} (${joinSql(columns.map(columnSql))})
      select ${joinSql(columns.map(name => sql`item.${columnSql(name)}`))}
      from json_populate_recordset(null::${table}, ${JSON.stringify(rows.map(omitNulls))}::json) item
      returning `;
  const insertedRows = returns
    ? await readWrittenRecords(tx, binding, sql`${insert}*`)
    : await queryRows<{ id: number }>(tx, sql`${insert}id`);
  // Ids are assigned in the order of the rows.
  const ids = insertedRows.map(({ id }) => id).toSorted((insertedId, other) => insertedId - other);
  return { ids, records: returns ? (insertedRows as WireRecord[]) : [] };
};

const updateRows = async (
  tx: Database,
  binding: TableBinding,
  records: readonly UpdateWrite[],
  changes: PendingChanges,
  { returns = false }: StoreOptions,
): Promise<readonly WireRecord[]> => {
  const { table } = binding;
  const rows = records.map(({ current, patch }): Patch => ({ id: current.id, ...toRow(binding, patch) }));
  const columns = listColumnNames(rows).filter(name => name !== 'id');
  const commonColumns = new Set(columns.filter(name => rows.every(row => row[name] !== undefined)));
  const set = columns.map(name => {
    const next = nextValueSql(binding, name);
    const unchangedSql = sql`case when item.row ? ${name}::text then ${next} else r.${columnSql(name)} end`;
    return sql`${columnSql(name)} = ${commonColumns.has(name) ? next : unchangedSql}`;
  });
  const update = sql`update ${table} as r
      set ${joinSql([...set, stampSql(changes)])}
      from jsonb_array_elements(${jsonbSql(rows)}) as item (row), jsonb_populate_record(null::${table}, item.row) as given
      where r.id = given.id`;
  if (returns) return readWrittenRecords(tx, binding, sql`${update} returning r.*`);
  await tx.execute(update);
  return [];
};

/**
 * The new value of a column. Attributes and a reference's own fields are merged into the stored object instead of
 * replacing it, since a patch contains only those that change; attributes set to null are removed.
 */
const nextValueSql = ({ collection }: TableBinding, name: string): SQL => {
  const givenSql = sql`given.${columnSql(name)}`;
  const mergedSql = sql`r.${columnSql(name)} || ${givenSql}`;
  if (name === findAttributesField(collection)?.name) return sql`jsonb_strip_nulls(${mergedSql})`;
  return name === 'extra' ? mergedSql : givenSql;
};

const listColumnNames = (rows: readonly Patch[]): string[] => {
  const names = new Set<string>();
  for (const row of rows) for (const [name, value] of Object.entries(row)) if (value !== undefined) names.add(name);
  return [...names];
};

/** What is not given to `json_populate_recordset` is null, and new records are mostly empty. */
const omitNulls = (row: Patch): Patch => {
  const filled: Patch = {};
  for (const [name, value] of Object.entries(row)) if (value !== null) filled[name] = value;
  return filled;
};

const columnSql = (column: string): SQL => sql`${sql.identifier(column)}`;
const joinSql = (sqlParts: readonly SQL[]): SQL => sql.join([...sqlParts], sql`, `);
const jsonbSql = (rows: readonly Patch[]): SQL => sql`${JSON.stringify(rows)}::jsonb`;
