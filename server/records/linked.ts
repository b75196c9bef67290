import { listFieldsOfKind } from '#contract/fields.ts';
import type { LinkEndpoints } from '#contract/links.ts';
import { withAuthor, withBatch } from '../accounts/author.ts';
import type { Handler } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { editRecord } from './commit.ts';
import { toHit } from './hit.ts';
import { readList } from './readList.ts';
import { readRecords } from './readRecords.ts';
import { getBinding, type TableBinding } from './tableBinding.ts';
import type { Totals } from './totals.ts';

type LinkHandlers = { [N in keyof LinkEndpoints]: Handler<LinkEndpoints[N]> };

export const createLinkHandlers = (deps: ServerDeps, totals: Totals, resource: string, field: string): LinkHandlers => {
  const binding = getBinding(resource);
  const other = findOppositeLink(binding, field);
  const readLinkedIds = async (id: number): Promise<number[]> => {
    const [record] = await readRecords(deps.db, binding, [id]);
    if (!record) throw new ApiFailure('notFound');
    return record[field] as number[];
  };
  return {
    list: async ({ params, query: { page, per_page, search } }) => {
      await readLinkedIds(params.id);
      const [sort] = other.binding.collection.sort;
      const query = { page, per_page, search, sort, order: 'asc' as const, [other.field]: [params.id] };
      const { items, ...foundPage } = await readList(deps.db, totals, other.binding, query);
      const hits = items.map(record => toHit(other.binding.collection, record, foundPage.corrected_search ?? search));
      return { items: hits, ...foundPage, page, per_page };
    },
    replace: async ({ params, body, caller }) => {
      const record = await editRecord(withBatch(withAuthor(deps, caller), 'links'), binding, params.id, {
        [field]: body.ids,
      });
      return { ids: record[field] as number[] };
    },
    add: async ({ params, body, caller }) => {
      let before: number[] = [];
      await editRecord(withBatch(withAuthor(deps, caller), 'links'), binding, params.id, current => {
        before = current[field] as number[];
        return { [field]: [...new Set([...before, ...body.ids])] };
      });
      return { ids: body.ids.filter(id => !before.includes(id)) };
    },
    remove: async ({ params: { id, linked_id }, caller }) => {
      await editRecord(withBatch(withAuthor(deps, caller), 'links'), binding, id, current => {
        const before = current[field] as number[];
        if (!before.includes(linked_id)) throw new ApiFailure('notFound', { text: 'notLinked' });
        return { [field]: before.filter(productId => productId !== linked_id) };
      });
      const [record] = await readRecords(deps.db, other.binding, [linked_id]);
      if (!record) throw new ApiFailure('notFound');
      return toHit(other.binding.collection, record);
    },
  };
};

/**
 * The resource to which a field links, and that resource's field for the same link table, so that the list can be read
 * from the other side. @throws if there is no such field
 */
const findOppositeLink = (binding: TableBinding, name: string): { binding: TableBinding; field: string } => {
  const [, field] = listFieldsOfKind(binding.collection.fields, 'many').find(([manyField]) => manyField === name) ?? [];
  if (!field) throw new Error(`resource "${binding.resource}": "${name}" links to nothing`);
  const other = getBinding(field.of);
  const oppositeLink = Object.entries(other.links).find(([, link]) => link.table === binding.links[name]?.table);
  if (!oppositeLink)
    throw new Error(`resource "${field.of}": no field shows the links of "${binding.resource}.${name}"`);
  return { binding: other, field: oppositeLink[0] };
};
