import { inArray } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { listResourcesWith } from '#contract/records.ts';
import { parseReferenceName } from '#contract/referenceResource.ts';
import { type AuditedVerb, type FieldChange, getAuditKind, type SecurityKind } from '#contract/security.ts';
import type { Database } from '../db/database.ts';
import { readRecords, type WireRecord } from '../records/readRecords.ts';
import type { ChangeCollector, PendingChanges } from '../records/recordChanges.ts';
import { getBinding, type TableBinding } from '../records/tableBinding.ts';
import { getInitialValues, listChangedFields, type Patch } from '../records/values.ts';
import { recordEvents } from './recordEvents.ts';

export interface AuditNote {
  resource: string;
  /** Null if the note concerns a whole tree. */
  id: number | null;
  verb: AuditedVerb;
  name: string | null;
  fields: FieldChange[];
  /** Overrides the kind that the resource and fields imply, such as for a new key. */
  kind?: SecurityKind;
}

const auditedResources: ReadonlySet<string> = new Set(listResourcesWith('audit'));
/** The values of references are settings too. */
const isAudited = (resource: string): boolean =>
  auditedResources.has(resource) || parseReferenceName(resource) !== null;

export const noteCreatedRecords = (
  binding: TableBinding,
  ids: readonly number[],
  records: readonly { values: Patch }[],
  changes: PendingChanges,
): void => {
  const { resource } = binding;
  if (!isAudited(resource)) return;
  changes.noted(
    records.map(({ values }, index) => ({
      resource,
      id: ids[index] ?? 0,
      verb: 'created',
      name: getPatchedName(values),
      fields: diffFields(binding, {}, values).filter(isWorthRecording),
    })),
  );
};

export const noteChangedRecords = (
  binding: TableBinding,
  records: readonly { current: WireRecord; patch: Patch }[],
  changes: PendingChanges,
): void => {
  const { resource } = binding;
  if (!isAudited(resource)) return;
  changes.noted(
    records.map(({ current, patch }) => ({
      resource,
      id: current.id,
      verb: 'changed',
      name: getPatchedName({ ...current, ...patch }),
      fields: diffFields(binding, current, patch),
    })),
  );
};

/** Call it when the links are back too, since they include permissions. */
export const noteRestoredRecords = async (
  tx: Database,
  binding: TableBinding,
  ids: readonly number[],
  changes: PendingChanges,
): Promise<void> => {
  if (!isAudited(binding.resource)) return;
  const records = await readRecords(tx, binding, ids);
  noteCreatedRecords(
    binding,
    records.map(({ id }) => id),
    records.map(record => ({ values: getInitialValues(binding, record) })),
    changes,
  );
};

/** Call it before the records are deleted, since their names cannot be read afterwards. */
export const noteRemovedRecords = async (
  tx: Database,
  { resource }: TableBinding,
  ids: readonly number[],
  changes: PendingChanges,
): Promise<void> => {
  if (!isAudited(resource)) return;
  const names = await readNames(tx, resource, ids);
  changes.noted(ids.map(id => ({ resource, id, verb: 'removed', name: names.get(id) ?? null, fields: [] })));
};

export const notePurgedRecords = (
  { resource }: TableBinding,
  records: readonly WireRecord[],
  changes: PendingChanges,
): void => {
  if (!isAudited(resource)) return;
  changes.noted(
    records.map(record => ({ resource, id: record.id, verb: 'removed', name: getPatchedName(record), fields: [] })),
  );
};

/**
 * Recorded for every resource, audited or not, because the history does not show that a save skipped the version check.
 */
export const recordUncheckedSave = (
  { resource, id, name }: { resource: string; id: number | null; name: unknown },
  changes: PendingChanges,
): void =>
  changes.noted([
    { resource, id, verb: 'changed', name: getPatchedName({ name }), fields: [], kind: 'saved_unchecked' },
  ]);

/**
 * Records the security events of a change. Changed records without a note are recorded without fields, so that no kind
 * of write can bypass the log.
 */
export const recordAudit = async (tx: Database, changes: ChangeCollector): Promise<void> => {
  const notes = [...changes.notes];
  const notedKeys = new Set(notes.map(({ resource, id }) => `${resource} ${id}`));
  for (const [resource, { changed }] of changes.changesByResource) {
    const unnotedIds = [...changed].filter(id => !notedKeys.has(`${resource} ${id}`));
    if (!isAudited(resource) || unnotedIds.length === 0) continue;
    const names = await readNames(tx, resource, unnotedIds);
    for (const id of unnotedIds) notes.push({ resource, id, verb: 'changed', name: names.get(id) ?? null, fields: [] });
  }
  await recordEvents(
    tx,
    changes.at,
    changes.author,
    notes.flatMap(note =>
      groupByKind(note).map(([kind, fields]) => ({
        kind,
        about: { resource: note.resource, id: note.id, name: note.name },
        details: fields.length > 0 ? { fields } : {},
      })),
    ),
  );
};

/**
 * One event per kind of change, so that a filter for role changes also finds saves that changed both the role and the
 * address.
 */
const groupByKind = ({ resource, verb, fields, kind }: AuditNote): [SecurityKind, FieldChange[]][] => {
  if (kind || verb !== 'changed' || fields.length === 0) return [[kind ?? getAuditKind(resource, verb), fields]];
  const kinds = new Map<SecurityKind, FieldChange[]>();
  for (const change of fields) {
    const auditKind = getAuditKind(resource, verb, change.field);
    kinds.set(auditKind, [...(kinds.get(auditKind) ?? []), change]);
  }
  return [...kinds];
};

const readNames = async (db: Database, resource: string, ids: readonly number[]): Promise<Map<number, string>> => {
  const { table, columns } = getBinding(resource);
  const rows = await db
    .select({ id: table.id, name: columns['name'] ?? table.id })
    .from(table as PgTable)
    .where(inArray(table.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id as number, String(name)]));
};

/** The database composes a user's full name, but its parts may just have changed. */
const getPatchedName = ({ name, last_name, first_name, middle_name }: Patch): string | null =>
  typeof last_name === 'string'
    ? [last_name, first_name, middle_name].filter(Boolean).join(' ')
    : typeof name === 'string'
      ? name
      : null;

const diffFields = (binding: TableBinding, before: Patch, after: Patch): FieldChange[] =>
  listChangedFields(binding, before, after).map(field => {
    if (binding.collection.fields[field]?.isSecret) return { field };
    const [oldValue, newValue] = [before[field] ?? null, after[field] ?? null];
    if (isShort(oldValue) && isShort(newValue)) return { field, before: oldValue, after: newValue };
    const [oldSlugs, newSlugs] = [toSlugs(oldValue), toSlugs(newValue)];
    return {
      field,
      ...((oldSlugs ?? newSlugs) && {
        gained: (newSlugs ?? []).filter(slug => !oldSlugs?.includes(slug)),
        lost: (oldSlugs ?? []).filter(slug => !newSlugs?.includes(slug)),
      }),
    };
  });

const isWorthRecording = ({ after, gained }: FieldChange): boolean =>
  (after !== undefined && after !== null && after !== '' && after !== false) ||
  (gained !== undefined && gained.length > 0);

/** Longer texts would bloat the log and could not be read in it anyway. */
const MAX_TEXT_LENGTH = 300;

const isShort = (value: unknown): value is string | number | boolean | null =>
  value === null ||
  ['number', 'boolean'].includes(typeof value) ||
  (typeof value === 'string' && value.length <= MAX_TEXT_LENGTH);

const toSlugs = (value: unknown): string[] | null =>
  Array.isArray(value) && value.every(item => typeof item === 'object' && item !== null && 'slug' in item)
    ? value.map(item => String((item as { slug: unknown }).slug))
    : null;
