import type { Context } from 'hono';
import type { ListQuery } from '#contract/collection.ts';
import type { Deps } from '../deps.ts';
import { ApiFailure } from '../errors.ts';
import type { Caller } from '../session/caller.ts';
import { onceBy } from './once.ts';
import { readPage, readRecords, type WireRecord } from './read.ts';
import { type Storage, storageOf } from './storage.ts';
import { countTotals, type Totals } from './totals.ts';
import type { Patch } from './values.ts';
import { createRecord, removeRecord, removeRecords, updateRecord, updateRecords } from './write.ts';

interface Item {
  params: { id: number };
}
interface Given<B> {
  body: B;
}
interface Asked {
  caller: Caller;
  context: Context;
}

/** The totals that all collections of a server share; whoever changes records says so through the hub. */
export const sharedTotals = (deps: Deps): Totals => {
  const totals = countTotals(deps);
  deps.realtime.listen(message => {
    if ('event' in message && message.event === 'RECORDS_CHANGE') totals.changed(message.payload.resource);
  });
  return totals;
};

/** The calls that every collection has, for one resource (contract 2). */
export const collectionHandlers = (deps: Deps, totals: Totals, resource: string) =>
  handlersOf(deps, totals, storageOf(resource));

/** The same over a storage that is known. */
export const handlersOf = (deps: Deps, totals: Totals, storage: Storage) => ({
  list: async ({ query }: { query: unknown }) => {
    const { page, per_page } = query as ListQuery;
    const [items, total] = await Promise.all([
      readPage(deps.db, storage, query as ListQuery),
      totals.of(storage, query as ListQuery),
    ]);
    return { items: items as never[], total, page, per_page };
  },
  read: async ({ params }: Item) => {
    const [record] = await readRecords(deps.db, storage, [params.id]);
    if (!record) throw new ApiFailure('notFound');
    return answer(record);
  },
  create: async ({ body, caller, context }: Given<unknown> & Asked) =>
    answer(await createRecord(deps, storage, body as Patch, onceBy(deps, caller, context, body))),
  update: async ({ params, body }: Item & Given<unknown>) =>
    answer(await updateRecord(deps, storage, params.id, body as Patch)),
  remove: async ({ params }: Item) => answer(await removeRecord(deps, storage, params.id)),
  updateMany: async ({ body }: Given<{ ids: number[]; data: unknown }>) => ({
    ids: await updateRecords(deps, storage, body.ids, body.data as Patch),
  }),
  removeMany: async ({ body }: Given<{ ids: number[] }>) => ({ ids: await removeRecords(deps, storage, body.ids) }),
});

/** A record has its collection's shape because it is made from its fields; the contract checks it once more on the way out. */
const answer = (record: WireRecord) => record as never;
