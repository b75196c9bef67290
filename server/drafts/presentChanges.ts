import { sql } from 'drizzle-orm';
import { historyEntities } from '#contract/batches.ts';
import { type DraftChange, getRevertAccess, type RecordChanges, relationFields } from '#contract/drafts.ts';
import { getKindTraits } from '#contract/fields.ts';
import { getThumbnailUrl } from '#contract/images.ts';
import { isAllowed } from '#contract/permissions.ts';
import { getCollection, type ResourceName } from '#contract/records.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import { type NamesByResource, type Person, readNames, readPeople } from './names.ts';
import { describeMoves, findMovedIds } from './order.ts';

export interface ChangeRow {
  entity: string;
  record_id: number;
  field: string;
  item: string;
  before: unknown;
  after: unknown;
  at: string;
  total: number;
  acted_by: number | null;
  is_reverted: boolean;
}

export const presentChanges = async (
  db: Database,
  caller: Caller,
  rows: readonly ChangeRow[],
): Promise<RecordChanges[]> => {
  const names = await readNames(db, caller, collectReferencedIds(rows));
  const projects = await readProjectNames(db, rows);
  const peopleById = await readPeople(
    db,
    rows.flatMap(({ acted_by }) => acted_by ?? []),
  );
  const rowsByRecord = new Map<string, ChangeRow[]>();
  for (const row of rows) getGroup(rowsByRecord, `${row.entity} ${row.record_id}`).push(row);
  return [...rowsByRecord.values()].flatMap(recordRows => {
    const [first] = recordRows;
    return first ? [presentRecord(first, recordRows, { names, projects, people: peopleById, caller })] : [];
  });
};

interface ChangeLookups {
  names: NamesByResource;
  projects: ReadonlyMap<string, string>;
  people: ReadonlyMap<number, Person>;
  caller: Caller;
}

const getGroup = <K, V>(groups: Map<K, V[]>, key: K): V[] => {
  const group = groups.get(key) ?? [];
  groups.set(key, group);
  return group;
};

const presentRecord = (
  { entity, record_id }: ChangeRow,
  rows: readonly ChangeRow[],
  lookups: ChangeLookups,
): RecordChanges => {
  const namedRecord = lookups.names(entity, record_id);
  const rowsByField = new Map<string, ChangeRow[]>();
  for (const row of rows) getGroup(rowsByField, row.field).push(row);
  return {
    entity,
    record_id,
    name: namedRecord?.name ?? `№ ${record_id}`,
    detail: namedRecord?.detail ?? null,
    picture: namedRecord?.picture ?? null,
    is_there: namedRecord?.exists ?? false,
    fields: sortFields(entity, [...rowsByField]).map(([field, fieldRows]) => ({
      field,
      total: fieldRows[0]?.total ?? fieldRows.length,
      changes: fieldRows.map(row => presentChange(row, lookups)),
    })),
  };
};

/**
 * Sorts fields in the contract's order, so that changes appear in the same order as in the form; undeclared ones go
 * last.
 */
const sortFields = (entity: string, fields: [string, ChangeRow[]][]): [string, ChangeRow[]][] => {
  const declaredNames = entity === 'categories' ? [] : Object.keys(getCollection(entity).fields);
  const getFieldPosition = ([field]: [string, ChangeRow[]]): number => {
    const index = declaredNames.indexOf(field.split('.')[0] ?? '');
    return field === '' || index >= 0 ? index : declaredNames.length;
  };
  return fields.toSorted((entry, other) => getFieldPosition(entry) - getFieldPosition(other));
};

const presentChange = (row: ChangeRow, { names, projects, people, caller }: ChangeLookups): DraftChange => {
  const { entity, record_id, field, item, before, after, at, acted_by, is_reverted } = row;
  const target = getPairedEntity(entity, field);
  const namedRecord = target === null ? undefined : names(target, Number(item));
  const isParentField = entity === 'categories' && field === 'parent_id';
  const presentFieldValue = (value: unknown) =>
    isParentField && typeof value === 'number'
      ? (names('categories', value)?.name ?? null)
      : // A product in a matrix is recorded with its place, which only an undo needs.
        field === relationFields.products && value !== null
        ? Number(item)
        : value;
  const isImage = field === relationFields.images;
  const isGone = target !== null && before !== null && namedRecord?.exists !== true;
  const recordExists = names(entity, record_id)?.exists === true;
  const actor = acted_by === null ? undefined : people.get(acted_by);
  return {
    item,
    is_reverted,
    ...(field === relationFields.order
      ? describeReordering(row, names)
      : { before: presentFieldValue(before), after: presentFieldValue(after) }),
    at: new Date(at).toISOString(),
    label: namedRecord?.name ?? projects.get(`${field} ${item}`) ?? null,
    picture: isImage ? getThumbnailUrl(item, 'medium') : (namedRecord?.picture ?? null),
    may_revert:
      !is_reverted &&
      recordExists &&
      !isGone &&
      isAllowed(getRevertAccess(entity, field) ?? undefined, caller.grantedSlugs),
    ...(actor && { acted_by: actor }),
  };
};

/** Describes a reordering by its moves, because the order itself may contain thousands of ids. */
const describeReordering = ({ before, after }: ChangeRow, names: NamesByResource) => {
  const nameOf = (id: number) => names('nomenclature', id)?.name ?? null;
  return { before: describeMoves(after, before, nameOf), after: describeMoves(before, after, nameOf) };
};

/** Null if the other end of the link is no record that is named in the history. */
const getPairedEntity = (entity: string, field: string): string | null => {
  if (entity === 'categories' || field === relationFields.images) return null;
  if (field === relationFields.products) return 'nomenclature';
  const target = getPairTarget(entity, field);
  return target !== null && target !== PROJECT && historyEntities.includes(target) ? target : null;
};

const collectReferencedIds = (rows: readonly ChangeRow[]): Map<string, Set<number>> => {
  const requestedIds = new Map<string, Set<number>>();
  const requestId = (entity: string, id: unknown): void => {
    if (typeof id !== 'number' || !Number.isInteger(id)) return;
    requestedIds.set(entity, (requestedIds.get(entity) ?? new Set()).add(id));
  };
  for (const { entity, record_id, field, item, before, after } of rows) {
    requestId(entity, record_id);
    const target = getPairedEntity(entity, field);
    if (target && item) requestId(target, Number(item));
    if (field === relationFields.order) for (const id of findMovedIds(before, after)) requestId('nomenclature', id);
    if (entity === 'categories' && field === 'parent_id') for (const id of [before, after]) requestId('categories', id);
  }
  return requestedIds;
};

const readProjectNames = async (db: Database, rows: readonly ChangeRow[]): Promise<Map<string, string>> => {
  const priceRows = rows.filter(({ entity, field }) => isPriceField(entity, field));
  if (priceRows.length === 0) return new Map();
  const ids = [...new Set(priceRows.map(({ item }) => Number(item)))];
  const foundRows = await queryRows<{ id: number; name: string }>(
    db,
    sql`select id, name from projects where id = any(${sql.param(ids)}::integer[])`,
  );
  const names = new Map(foundRows.map(({ id, name }) => [String(id), name]));
  return new Map(priceRows.map(({ field, item }) => [`${field} ${item}`, names.get(item) ?? `№ ${item}`]));
};

const isPriceField = (entity: string, field: string): boolean => getPairTarget(entity, field) === PROJECT;

const PROJECT = 'settings/project' satisfies ResourceName;

const getPairTarget = (entity: string, field: string): string | null => {
  const declaredField = entity === 'categories' ? undefined : getCollection(entity).fields[field];
  return declaredField && getStoredKind(declaredField).storage === 'pairs'
    ? getKindTraits(declaredField).target(declaredField)
    : null;
};
