import { findReferenceCollection as collectionOfReference } from '#contract/records.ts';
import { referenceResource } from '#contract/referenceResource.ts';
import { withAuthor } from '../accounts/author.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { parseBody, parseQuery } from '../http/parse.ts';
import { withCorrectedSearch } from '../records/correctedSearch.ts';
import { createManyByName } from '../records/createMany.ts';
import { createHandlers } from '../records/handlers.ts';
import { createOrderHandler, displayOrderSql } from '../records/order.ts';
import { searchCondition } from '../records/query.ts';
import { readAllRecords } from '../records/readRecords.ts';
import { replaceRecord } from '../records/replace.ts';
import { getBinding, type TableBinding } from '../records/tableBinding.ts';
import type { Totals } from '../records/totals.ts';

/**
 * Values of any reference. All references share these endpoints, so queries and bodies are parsed here, by the
 * reference's own schema. `requireKnownReference` has already checked that the reference exists.
 */
export const referenceHandlers = (deps: ServerDeps, totals: Totals): Handlers['references'] => {
  const handlersFor = (name: string) => createHandlers(deps, totals, requireReferenceBinding(name));
  return {
    values: async ({ params, query }) => {
      const binding = requireReferenceBinding(params.name);
      const { search } = await withCorrectedSearch(deps.db, binding, {
        search: query.search.trim(),
        sort: 'id',
        order: 'asc',
      });
      const condition = search ? searchCondition(binding, search) : undefined;
      return readAllRecords(deps.db, binding, condition, displayOrderSql(binding)) as Promise<never[]>;
    },
    list: ({ params, query, caller }) =>
      handlersFor(params.name).list({ query: parseQuery(requireReference(params.name).query, query), caller }),
    read: ({ params, caller }) => handlersFor(params.name).read({ params, caller }),
    duplicate: ({ params, query, caller }) => handlersFor(params.name).duplicate({ query, caller }),
    order: ({ params, body, caller }) =>
      createOrderHandler(deps, requireReferenceBinding(params.name))({ body, caller }),
    createMany: ({ params, body, caller }) =>
      createManyByName(withAuthor(deps, caller), requireReferenceBinding(params.name), body.names),
    create: ({ params, body, caller, context }) =>
      handlersFor(params.name).create({ body: parseBody(requireReference(params.name).create, body), caller, context }),
    update: ({ params, body, caller, context }) =>
      handlersFor(params.name).update({
        params,
        body: parseBody(requireReference(params.name).update, body),
        caller,
        context,
      }),
    remove: ({ params, caller }) => handlersFor(params.name).remove({ params, caller }),
    replace: ({ params, body, caller }) =>
      replaceRecord(
        withAuthor(deps, caller),
        requireReferenceBinding(params.name),
        params.id,
        body.by,
      ) as Promise<never>,
    ids: ({ params, query, caller }) =>
      handlersFor(params.name).ids({ query: parseQuery(requireReference(params.name).idsQuery, query), caller }),
    exportList: ({ params, query, caller }) =>
      handlersFor(params.name).exportList({
        query: parseQuery(requireReference(params.name).exportQuery, query),
        caller,
      }),
    exportSelected: ({ params, query, body, caller }) =>
      handlersFor(params.name).exportSelected({
        query: parseQuery(requireReference(params.name).exportQuery, query),
        body,
        caller,
      }),
    preview: ({ params, body, caller }) =>
      handlersFor(params.name).preview({ body: { ...body, data: parseBulkData(params.name, body) }, caller }),
    updateMany: ({ params, body, caller }) =>
      handlersFor(params.name).updateMany({ body: { ...body, data: parseBulkData(params.name, body) }, caller }),
    removeMany: ({ params, body, caller }) => handlersFor(params.name).removeMany({ body, caller }),
  };
};

const requireReferenceBinding = (name: string): TableBinding => {
  if (!collectionOfReference(name)) throw new ApiFailure('notFound');
  return getBinding(referenceResource(name));
};

const parseBulkData = (name: string, { data }: { data: unknown }): unknown =>
  parseBody(requireReference(name).bulk, data);

const requireReference = (name: string) => {
  const collection = collectionOfReference(name);
  if (!collection) throw new ApiFailure('notFound');
  return collection;
};
