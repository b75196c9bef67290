import type { Context } from 'hono';
import type { z } from 'zod';
import type { ListQuery } from '#contract/collection.ts';
import { ACCEPT_LOSS_HEADER } from '#contract/dataLoss.ts';
import type { duplicateQuery } from '#contract/endpoint.ts';
import { withAuthor } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { withAttributeFilters } from './attributeFilters.ts';
import { createRecord, removeRecord, updateRecord } from './commit.ts';
import { readReferencingRecords } from './containers.ts';
import { findDuplicate } from './duplicate.ts';
import { createIdempotency } from './idempotency.ts';
import { createManyHandlers } from './manyHandlers.ts';
import { readList } from './readList.ts';
import { readRecords, type WireRecord } from './readRecords.ts';
import { getBinding, narrowBinding, type TableBinding } from './tableBinding.ts';
import { createTotals, type Totals } from './totals.ts';
import type { Patch } from './values.ts';
import { assertCanFilter, assertCanWrite, filterVisibleFields } from './visibleFields.ts';

interface HasId {
  params: { id: number };
}
interface HasBody<B> {
  body: B;
}
interface HasCaller {
  caller: Caller;
}

/**
 * Cached totals shared by all collections. The event bus invalidates them, because writes come from many modules and
 * processes.
 */
export const createSharedTotals = (deps: ServerDeps): Totals => {
  const totals = createTotals(deps);
  deps.realtime.listen(message => {
    if ('event' in message && message.event === 'RECORDS_CHANGE') totals.noteChanged(message.payload.resource);
    if ('missed' in message) totals.forget();
  });
  return totals;
};

export const createCollectionHandlers = (deps: ServerDeps, totals: Totals, resource: string) =>
  createHandlers(deps, totals, getBinding(resource));

/** The same handlers for a table binding that is known only at run time, such as the binding of a reference. */
export const createHandlers = (deps: ServerDeps, totals: Totals, binding: TableBinding) => {
  const { collection } = binding;
  const visibleRecord = (caller: Caller, record: WireRecord) =>
    createWriteResponse(filterVisibleFields(caller, collection)(record));
  return {
    list: async ({ query, caller }: { query: unknown } & HasCaller) => {
      assertCanFilter(caller, collection, query as ListQuery);
      const { binding: extendedBinding, query: filtered } = await withAttributeFilters(
        deps.db,
        narrowBinding(binding, caller),
        query as ListQuery,
      );
      const { items, ...page } = await readList(deps.db, totals, extendedBinding, filtered);
      return {
        items: items.map(filterVisibleFields(caller, collection)) as never[],
        ...page,
        page: filtered.page,
        per_page: filtered.per_page,
      };
    },
    read: async ({ params, caller }: HasId & HasCaller) => {
      const [record] = await readRecords(deps.db, narrowBinding(binding, caller), [params.id]);
      if (!record) throw new ApiFailure('notFound');
      return visibleRecord(caller, record);
    },
    create: async ({ body, caller, context }: HasBody<unknown> & HasCaller & { context: Context }) => {
      assertCanWrite(caller, collection, body as Patch, 'create');
      const runOnce = createIdempotency(deps, caller, context, body);
      return visibleRecord(
        caller,
        await createRecord(withAuthor(deps, caller), narrowBinding(binding, caller), body as Patch, runOnce),
      );
    },
    update: async ({ params, body, caller, context }: HasId & HasBody<unknown> & HasCaller & { context: Context }) => {
      assertCanWrite(caller, collection, body as Patch, 'update');
      const presentRecord = filterVisibleFields(caller, collection);
      return createWriteResponse(
        presentRecord(
          await updateRecord(
            { ...withAuthor(deps, caller), acceptedLoss: parseAcceptedLoss(context) },
            narrowBinding(binding, caller),
            params.id,
            body as Patch,
            presentRecord,
          ),
        ),
      );
    },
    remove: async ({ params, caller }: HasId & HasCaller) =>
      visibleRecord(caller, await removeRecord(withAuthor(deps, caller), narrowBinding(binding, caller), params.id)),
    duplicate: ({ query, caller }: { query: z.output<typeof duplicateQuery> } & HasCaller) =>
      findDuplicate(deps.db, binding, caller, query),
    containers: ({ body: { ids }, caller }: HasBody<{ ids: number[] }> & HasCaller) =>
      readReferencingRecords(deps.db, narrowBinding(binding, caller), caller, ids),
    ...createManyHandlers(deps, binding),
  };
};

const parseAcceptedLoss = (context: Context): number | undefined => {
  const header = context.req.header(ACCEPT_LOSS_HEADER);
  return header && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
};

/** Safe, because the record is built from the collection's fields and the contract validates the response. */
const createWriteResponse = (record: WireRecord) => record as never;
