import { listFieldSlugs } from '#contract/collection.ts';
import { channels } from '#contract/events.ts';
import type { Author } from '../accounts/author.ts';
import type { Deps } from '../http/deps.ts';
import { collectNotified, emitNotificationsChange } from '../realtime/notifications/notify.ts';
import type { AuditNote } from '../security/audit.ts';
import { readRecords, type WireRecord } from './readRecords.ts';
import { getBinding, type TableBinding } from './tableBinding.ts';

/** Announced after the commit, because a rollback could not recall an event. */
export interface ChangesByResource {
  /** One timestamp for all records in the transaction, so that they sort together. */
  at: Date;
  by: number | null;
  actor: number | null;
  author: Author | null;
  acceptedLoss: number;
  changed: (resource: string, ids: readonly number[]) => void;
  /** Separate from changed records, because nobody can have a new one open. */
  created: (resource: string, ids: readonly number[]) => void;
  /** A record as it was written, so that it need not be read again for the announcement. */
  written: (resource: string, record: WireRecord) => void;
  deleted: (resource: string, ids: readonly number[]) => void;
  notified: (userIds: readonly number[]) => void;
  /** Notes become security events in the same transaction (`server/security/audit.ts`). */
  noted: (notes: readonly AuditNote[]) => void;
  /** Runs `work` after the commit, for effects that a rollback could not undo. */
  afterwards: (work: (deps: Deps) => void) => void;
  /** Collects the changes of `work`, and discards them if it fails, since its savepoint is then rolled back. */
  tentatively: <T>(work: (changes: ChangesByResource) => Promise<T>) => Promise<T>;
}

interface ResourceChanges {
  changed: Set<number>;
  created: Set<number>;
  written: Map<number, WireRecord>;
  deleted: Set<number>;
}
export interface CollectedChanges extends ChangesByResource {
  byResource: Map<string, ResourceChanges>;
  userIds: ReadonlySet<number>;
  notes: AuditNote[];
  works: ((deps: Deps) => void)[];
  include: (other: CollectedChanges) => void;
}

/** The most records listed in one event. Beyond that, clients reload, which is cheaper than sending them all. */
const MAX_LISTED_RECORDS = 100;

export const collectChanges = (at: Date, author: Author | null, acceptedLoss = 0): CollectedChanges => {
  const { include: includeIds, ...ids } = collectIds();
  const people = collectNotified(at);
  const works: CollectedChanges['works'] = [];
  const notes: AuditNote[] = [];
  const include = (other: CollectedChanges): void => {
    includeIds(other.byResource);
    people.notified([...other.userIds]);
    works.push(...other.works);
    notes.push(...other.notes);
  };
  return {
    at,
    by: author?.id ?? null,
    actor: author?.actorId ?? null,
    author,
    acceptedLoss,
    ...ids,
    userIds: people.userIds,
    notified: people.notified,
    works,
    notes,
    noted: more => void notes.push(...more),
    afterwards: work => void works.push(work),
    include,
    tentatively: async work => {
      const own = collectChanges(at, author, acceptedLoss);
      const result = await work(own);
      include(own);
      return result;
    },
  };
};

const collectIds = () => {
  const byResource = new Map<string, ResourceChanges>();
  const changesOf = (resource: string): ResourceChanges => {
    const known = byResource.get(resource);
    if (known) return known;
    const none = { changed: new Set<number>(), created: new Set<number>(), deleted: new Set<number>() };
    const made = { ...none, written: new Map<number, WireRecord>() };
    byResource.set(resource, made);
    return made;
  };
  const changed = (resource: string, ids: Iterable<number>): void => {
    const { changed: all, written } = changesOf(resource);
    for (const id of ids) {
      all.add(id);
      written.delete(id);
    }
  };
  const created = (resource: string, ids: Iterable<number>): void => {
    const all = [...ids];
    changed(resource, all);
    for (const id of all) changesOf(resource).created.add(id);
  };
  const deleted = (resource: string, ids: Iterable<number>): void => {
    for (const id of ids) changesOf(resource).deleted.add(id);
  };
  const written = (resource: string, record: WireRecord): void =>
    void changesOf(resource).written.set(record.id, record);
  return {
    byResource,
    changed,
    created,
    deleted,
    written,
    include: (others: ReadonlyMap<string, ResourceChanges>): void => {
      for (const [resource, other] of others) {
        changed(resource, other.changed);
        created(resource, other.created);
        deleted(resource, other.deleted);
        for (const record of other.written.values()) written(resource, record);
      }
    },
  };
};

export const announceChanges = async (deps: Deps, { byResource, userIds, works }: CollectedChanges): Promise<void> => {
  emitNotificationsChange(deps, userIds);
  for (const work of works) work(deps);
  for (const [resource, changesOf] of byResource) {
    const binding = getBinding(resource);
    const payload = await buildChangePayload(deps, binding, changesOf);
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
 * The part of a record for one channel: the open fields, or those guarded by a slug, which must not reach other
 * subscribers.
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
  { db, log }: Deps,
  binding: TableBinding,
  { changed, written, deleted }: ResourceChanges,
) => {
  const { rows } = binding;
  const reloadAll = { ids: null, records: [], deleted: [] };
  // A channel cannot check access per record, so every client reloads what it may see.
  if (changed.size + deleted.size > MAX_LISTED_RECORDS || rows) return reloadAll;
  try {
    const unread = [...changed].filter(id => !written.has(id));
    const records = [...written.values(), ...(await readRecords(db, binding, unread))];
    return { ids: [...changed], records, deleted: [...deleted] };
  } catch (error) {
    // The change is committed, so a failure here must not reach its author as an error.
    log.error('announcing changes', error);
    return reloadAll;
  }
};

const announceReference = ({ realtime }: Deps, reference: string | undefined): void => {
  if (!reference) return;
  realtime.emit(channels.references, 'REFERENCES_CHANGE_EVENT', { message: { code_reference: reference } });
};
