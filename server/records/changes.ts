import { fieldSlugs } from '#contract/collection.ts';
import { channels } from '#contract/events.ts';
import type { Deps } from '../http/deps.ts';
import { collectNotified, emitNotificationsChange } from '../realtime/notifications/notify.ts';
import { readRecords, type WireRecord } from './read.ts';
import { type Storage, storageOf } from './tableBinding.ts';

/** What one transaction changed, to be told once it is committed. */
export interface Changes {
  /** The moment of the change, the same for every record in it. */
  at: Date;
  /** The user who makes it; null when nobody does. */
  by: number | null;
  /** How many values of attributes may be lost by it. */
  acceptedLoss: number;
  changed: (resource: string, ids: readonly number[]) => void;
  deleted: (resource: string, ids: readonly number[]) => void;
  /** Takes note of whom it notifies (`notifications/notify.ts`). */
  notified: (userIds: readonly number[]) => void;
  /** Has something said or done once the transaction is committed. */
  afterwards: (work: (deps: Deps) => void) => void;
}

interface OfResource {
  changed: Set<number>;
  deleted: Set<number>;
}
interface Collected extends Changes {
  byResource: Map<string, OfResource>;
  userIds: ReadonlySet<number>;
  works: ((deps: Deps) => void)[];
}

/** Records in one event at most; of more it says only that there are many. */
const MANY = 100;

/** Begins to collect changes. */
export const collectChanges = (at: Date, by: number | null, acceptedLoss = 0): Collected => {
  const byResource = new Map<string, OfResource>();
  const of = (resource: string): OfResource => {
    const known = byResource.get(resource) ?? { changed: new Set(), deleted: new Set() };
    byResource.set(resource, known);
    return known;
  };
  const people = collectNotified(at);
  const works: Collected['works'] = [];
  return {
    at,
    by,
    acceptedLoss,
    byResource,
    userIds: people.userIds,
    notified: people.notified,
    works,
    afterwards: work => void works.push(work),
    changed: (resource, ids) => {
      for (const id of ids) of(resource).changed.add(id);
    },
    deleted: (resource, ids) => {
      for (const id of ids) of(resource).deleted.add(id);
    },
  };
};

/** Tells every listener what was changed; call it after the commit. */
export const announce = async (deps: Deps, { byResource, userIds, works }: Collected): Promise<void> => {
  emitNotificationsChange(deps, userIds);
  for (const work of works) work(deps);
  for (const [resource, of] of byResource) {
    const storage = storageOf(resource);
    const told = await toldOf(deps, storage, of);
    for (const slug of [undefined, ...fieldSlugs(storage.collection)]) {
      if (slug && told.records.length === 0) continue;
      const records = told.records.map(record => partOf(storage, record, slug));
      deps.realtime.emit(channels.records(resource, slug), 'RECORDS_CHANGE', {
        ...(slug ? { ids: [], deleted: [] } : told),
        resource,
        records,
      });
    }
    announceReference(deps, storage.reference);
  }
};

/** What those who hear one channel of a resource may know: its open fields, or those that a slug guards. */
const partOf = ({ collection }: Storage, record: WireRecord, slug: string | undefined): WireRecord => ({
  ...Object.fromEntries(
    Object.entries(record).filter(([name]) => {
      const field = collection.fields[name];
      return field ? field.slug === slug : !slug;
    }),
  ),
  id: record.id,
  version: record.version,
});

/** What is said of the changes of one resource: the records as they are now, or only that there were many. */
const toldOf = async ({ db, log }: Deps, storage: Storage, { changed, deleted }: OfResource) => {
  const { rows } = storage;
  const many = { ids: null, records: [], deleted: [] };
  // Who may see which record is not told by a channel: everybody asks for themselves.
  if (changed.size + deleted.size > MANY || rows) return many;
  try {
    return { ids: [...changed], records: await readRecords(db, storage, [...changed]), deleted: [...deleted] };
  } catch (error) {
    // The change is saved: whoever made it must not be told that it failed.
    log.fault('announcing changes', error);
    return many;
  }
};

const announceReference = ({ realtime }: Deps, reference: string | undefined): void => {
  if (!reference) return;
  realtime.emit(channels.references, 'REFERENCES_CHANGE_EVENT', { message: { code_reference: reference } });
};
