import type { FilterQuery } from '#contract/collection.ts';
import { withAuthor } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { ServerDeps } from '../http/deps.ts';
import { withAttributeFilters } from './attributeFilters.ts';
import { previewRecords, removeRecords, updateRecords } from './bulk.ts';
import { withCorrectedSearch } from './correctedSearch.ts';
import { type ExportRequest, exportFile } from './exporting.ts';
import { readIds } from './readRecords.ts';
import { narrowBinding, type TableBinding } from './tableBinding.ts';
import type { Patch } from './values.ts';
import { assertCanFilter, assertCanWrite, filterVisibleFields } from './visibleFields.ts';

interface ListRequest {
  query: unknown;
  caller: Caller;
}
interface ManyCall<B> {
  body: B;
  caller: Caller;
}
interface BulkBody {
  ids: number[];
  data: unknown;
  versions?: Record<string, number> | undefined;
}
type ExportQuery = FilterQuery & ExportRequest;

export const createManyHandlers = (deps: ServerDeps, binding: TableBinding) => {
  const { collection } = binding;
  return {
    ids: async ({ query, caller }: ListRequest) => {
      const listQuery = query as FilterQuery & { from: number; limit: number };
      assertCanFilter(caller, collection, listQuery);
      const { binding: extendedBinding, query: filtered } = await withAttributeFilters(
        deps.db,
        narrowBinding(binding, caller),
        listQuery,
      );
      return {
        ids: await readIds(
          deps.db,
          extendedBinding,
          await withCorrectedSearch(deps.db, extendedBinding, filtered),
          filtered,
        ),
      };
    },
    exportList: async ({ query, caller }: ListRequest) => {
      const exportQuery = query as ExportQuery;
      assertCanFilter(caller, collection, exportQuery);
      return exportFile(deps, narrowBinding(binding, caller), exportQuery, caller);
    },
    exportSelected: async ({ query, body: { ids }, caller }: ListRequest & ManyCall<{ ids: number[] }>) => {
      const exportQuery = query as ExportQuery;
      assertCanFilter(caller, collection, exportQuery);
      return exportFile(deps, narrowBinding(binding, caller), { ...exportQuery, ids }, caller);
    },
    preview: async ({ body: { ids, data }, caller }: ManyCall<BulkBody>) => {
      assertCanWrite(caller, collection, data as Patch, 'update');
      const presentRecord = filterVisibleFields(caller, collection);
      return (await previewRecords(
        deps,
        narrowBinding(binding, caller),
        { ids, patch: data as Patch },
        presentRecord,
      )) as never;
    },
    updateMany: async ({ body: { ids, data, versions }, caller }: ManyCall<BulkBody>) => {
      assertCanWrite(caller, collection, data as Patch, 'update');
      return updateRecords(withAuthor(deps, caller), narrowBinding(binding, caller), {
        ids,
        patch: data as Patch,
        versions,
      });
    },
    removeMany: async ({ body, caller }: ManyCall<{ ids: number[] }>) =>
      removeRecords(withAuthor(deps, caller), narrowBinding(binding, caller), body.ids),
  };
};
