import { listFieldSlugs } from '#contract/collection.ts';
import { channels } from '#contract/events.ts';
import type { Author } from '../accounts/author.ts';
import type { ServerDeps } from '../http/deps.ts';
import { collectNotified, emitNotificationsChange } from '../realtime/notifications/notify.ts';
import type { AuditNote } from '../security/audit.ts';
import { readRecords, type WireRecord } from './readRecords.ts';
import { getBinding, type TableBinding } from './tableBinding.ts';

/**
 * The author and time of a write, and what it has changed so far. The changes are announced after the commit, because a
 * rollback could not recall an event.
 */
export interface PendingChanges {
  /** One timestamp for all records in the transaction, so that they sort together. */
  at: Date;
  by: number | null;
  actor: number | null;
  author: Author | null;
  acceptedLoss: number;
  changed: (resource: string, ids: readonly number[]) => void;
  /** Separate from changed records, because nobody can have a new record open. */
  created: (resource: string, ids: readonly number[]) => void;
  /** A record as it was written, so that it need not be read again for the announcement. */
  written: (resource: string, record: WireRecord) => void;
  deleted: (resource: string, ids: readonly number[]) => void;
  notified: (userIds: readonly number[]) => void;
  /** Notes become security events in the same transaction (`server/security/audit.ts`). */
  noted: (notes: readonly AuditNote[]) => void;
  /** Runs `task` after the commit, for effects that a rollback could not undo. */
  runAfterCommit: (task: (deps: ServerDeps) => void) => void;
  /** Collects the changes of `operation`, and discards them if it fails, since its savepoint is then rolled back. */
  tentatively: <T>(operation: (changes: PendingChanges) => Promise<T>) => Promise<T>;
}

interface ResourceChanges {
  changed: Set<number>;
  created: Set<number>;
  written: Map<number, WireRecord>;
  deleted: Set<number>;
}
export interface ChangeCollector extends PendingChanges {
  changesByResource: Map<string, ResourceChanges>;
  userIds: ReadonlySet<number>;
  notes: AuditNote[];
  tasks: ((deps: ServerDeps) => void)[];
  include: (other: ChangeCollector) => void;
}

/**
 * The maximum number of records listed in one event. If there are more, clients reload, which is cheaper than sending
 * all records.
 */
const MAX_LISTED_RECORDS = 100;

export const createChangeCollector = (timestamp: Date, author: Author | null, acceptedLoss = 0): ChangeCollector => {
  const { include: includeIds, ...ids } = collectIds();
  const notifiedUsers = collectNotified(timestamp);
  const tasks: ChangeCollector['tasks'] = [];
  const notes: AuditNote[] = [];
  const include = (other: ChangeCollector): void => {
    includeIds(other.changesByResource);
    notifiedUsers.notified([...other.userIds]);
    tasks.push(...other.tasks);
    notes.push(...other.notes);
  };
  return {
    at: timestamp,
    by: author?.id ?? null,
    actor: author?.actorId ?? null,
    author,
    acceptedLoss,
    ...ids,
    userIds: notifiedUsers.userIds,
    notified: notifiedUsers.notified,
    tasks,
    notes,
    noted: newNotes => void notes.push(...newNotes),
    runAfterCommit: task => void tasks.push(task),
    include,
    tentatively: async operation => {
      const ownChanges = createChangeCollector(timestamp, author, acceptedLoss);
      const result = await operation(ownChanges);
      include(ownChanges);
      return result;
    },
  };
};

const collectIds = () => {
  const changesByResource = new Map<string, ResourceChanges>();
  const getChanges = (resource: string): ResourceChanges => {
    const knownChanges = changesByResource.get(resource);
    if (knownChanges) return knownChanges;
    const emptyChanges = { changed: new Set<number>(), created: new Set<number>(), deleted: new Set<number>() };
    const newChanges = { ...emptyChanges, written: new Map<number, WireRecord>() };
    changesByResource.set(resource, newChanges);
    return newChanges;
  };
  const noteChanged = (resource: string, ids: Iterable<number>): void => {
    const { changed: all, written } = getChanges(resource);
    for (const id of ids) {
      all.add(id);
      written.delete(id);
    }
  };
  const noteCreated = (resource: string, ids: Iterable<number>): void => {
    const all = [...ids];
    noteChanged(resource, all);
    for (const id of all) getChanges(resource).created.add(id);
  };
  const noteDeleted = (resource: string, ids: Iterable<number>): void => {
    for (const id of ids) getChanges(resource).deleted.add(id);
  };
  const noteWritten = (resource: string, record: WireRecord): void =>
    void getChanges(resource).written.set(record.id, record);
  return {
    changesByResource,
    changed: noteChanged,
    created: noteCreated,
    deleted: noteDeleted,
    written: noteWritten,
    include: (others: ReadonlyMap<string, ResourceChanges>): void => {
      for (const [resource, other] of others) {
        noteChanged(resource, other.changed);
        noteCreated(resource, other.created);
        noteDeleted(resource, other.deleted);
        for (const record of other.written.values()) noteWritten(resource, record);
      }
    },
  };
};

export const announceChanges = async (
  deps: ServerDeps,
  { changesByResource, userIds, tasks }: ChangeCollector,
): Promise<void> => {
  emitNotificationsChange(deps, userIds);
  for (const task of tasks) task(deps);
  for (const [resource, resourceChanges] of changesByResource) {
    const binding = getBinding(resource);
    const payload = await buildChangePayload(deps, binding, resourceChanges);
    for (const slug of [undefined, ...listFieldSlugs(binding.collection)]) {
      if (slug && payload.records.length === 0) continue;
      const records = payload.records.map(record => getChannelPart(binding, record, slug));
      deps.realtime.emit(channels.records(resource, slug), 'RECORDS_CHANGE', {
        ...(slug ? { ids: [], deleted: [] } : payload),
        resource,
        records,
      });
    }
    announceReference(deps, binding.reference);
  }
};

/**
 * The part of a record for one channel. It contains either the open fields, or the fields guarded by a slug, which must
 * not reach other subscribers.
 */
const getChannelPart = ({ collection }: TableBinding, record: WireRecord, slug: string | undefined): WireRecord => ({
  ...Object.fromEntries(
    Object.entries(record).filter(([name]) => {
      const field = collection.fields[name];
      return field ? field.slug === slug : !slug;
    }),
  ),
  id: record.id,
  version: record.version,
});

const buildChangePayload = async (
  { db, log }: ServerDeps,
  binding: TableBinding,
  { changed, written, deleted }: ResourceChanges,
) => {
  const { rows } = binding;
  const reloadAll = { ids: null, records: [], deleted: [] };
  // A channel cannot check access per record, so every client reloads what it may see.
  if (changed.size + deleted.size > MAX_LISTED_RECORDS || rows) return reloadAll;
  try {
    const unreadIds = [...changed].filter(id => !written.has(id));
    const records = [...written.values(), ...(await readRecords(db, binding, unreadIds))];
    return { ids: [...changed], records, deleted: [...deleted] };
  } catch (error) {
    // The change has already been committed, so its author must not get an error if something fails here.
    log.error('announcing changes', error);
    return reloadAll;
  }
};

const announceReference = ({ realtime }: ServerDeps, reference: string | undefined): void => {
  if (!reference) return;
  realtime.emit(channels.references, 'REFERENCES_CHANGE_EVENT', { message: { code_reference: reference } });
};
