import { fieldSlugs } from '#contract/collection.ts';
import { channels } from '#contract/events.ts';
import type { Author } from '../accounts/author.ts';
import type { Deps } from '../http/deps.ts';
import { collectNotified, emitNotificationsChange } from '../realtime/notifications/notify.ts';
import type { AuditNote } from '../security/audit.ts';
import { readRecords, type WireRecord } from './readRecords.ts';
import { bindingOf, type TableBinding } from './tableBinding.ts';

/** Changes collected during a transaction and announced after its commit. */
export interface Changes {
  /** One timestamp for all records in the transaction, so that they sort together. */
  at: Date;
  by: number | null;
  /** The actor behind `by`, during impersonation. */
  actor: number | null;
  author: Author | null;
  acceptedLoss: number;
  changed: (resource: string, ids: readonly number[]) => void;
  deleted: (resource: string, ids: readonly number[]) => void;
  notified: (userIds: readonly number[]) => void;
  /** Adds notes for the security events that are recorded with the change (`server/security/audit.ts`). */
  noted: (notes: readonly AuditNote[]) => void;
  /** Runs `work` after the commit, for effects that a rollback could not undo. */
  afterwards: (work: (deps: Deps) => void) => void;
  /** Collects the changes of `work`, and forgets them when it fails, since its savepoint is then rolled back. */
  tentatively: <T>(work: (changes: Changes) => Promise<T>) => Promise<T>;
}

interface OfResource {
  changed: Set<number>;
  deleted: Set<number>;
}
export interface Collected extends Changes {
  byResource: Map<string, OfResource>;
  userIds: ReadonlySet<number>;
  notes: AuditNote[];
  works: ((deps: Deps) => void)[];
  /** Adds what another transaction changed. */
  include: (other: Collected) => void;
}

/** The most records listed in one event. Beyond that, clients reload, which is cheaper than sending them all. */
const MANY = 100;

export const collectChanges = (at: Date, author: Author | null, acceptedLoss = 0): Collected => {
  const byResource = new Map<string, OfResource>();
  const of = (resource: string): OfResource => {
    const known = byResource.get(resource) ?? { changed: new Set(), deleted: new Set() };
    byResource.set(resource, known);
    return known;
  };
  const people = collectNotified(at);
  const works: Collected['works'] = [];
  const notes: AuditNote[] = [];
  const include = (other: Collected): void => {
    for (const [resource, { changed, deleted }] of other.byResource) {
      for (const id of changed) of(resource).changed.add(id);
      for (const id of deleted) of(resource).deleted.add(id);
    }
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
    byResource,
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
    changed: (resource, ids) => {
      for (const id of ids) of(resource).changed.add(id);
    },
    deleted: (resource, ids) => {
      for (const id of ids) of(resource).deleted.add(id);
    },
  };
};

export const announce = async (deps: Deps, { byResource, userIds, works }: Collected): Promise<void> => {
  emitNotificationsChange(deps, userIds);
  for (const work of works) work(deps);
  for (const [resource, of] of byResource) {
    const binding = bindingOf(resource);
    const payload = await payloadOf(deps, binding, of);
    for (const slug of [undefined, ...fieldSlugs(binding.collection)]) {
      if (slug && payload.records.length === 0) continue;
      const records = payload.records.map(record => partOf(binding, record, slug));
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
const partOf = ({ collection }: TableBinding, record: WireRecord, slug: string | undefined): WireRecord => ({
  ...Object.fromEntries(
    Object.entries(record).filter(([name]) => {
      const field = collection.fields[name];
      return field ? field.slug === slug : !slug;
    }),
  ),
  id: record.id,
  version: record.version,
});

const payloadOf = async ({ db, log }: Deps, binding: TableBinding, { changed, deleted }: OfResource) => {
  const { rows } = binding;
  const many = { ids: null, records: [], deleted: [] };
  // A channel cannot check access per record, so every client reloads what it may see.
  if (changed.size + deleted.size > MANY || rows) return many;
  try {
    return { ids: [...changed], records: await readRecords(db, binding, [...changed]), deleted: [...deleted] };
  } catch (error) {
    // The change is committed, so a failure here must not reach its author as an error.
    log.fault('announcing changes', error);
    return many;
  }
};

const announceReference = ({ realtime }: Deps, reference: string | undefined): void => {
  if (!reference) return;
  realtime.emit(channels.references, 'REFERENCES_CHANGE_EVENT', { message: { code_reference: reference } });
};
