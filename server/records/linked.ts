import { fieldsOfKind } from '#contract/fields.ts';
import type { LinkEndpoints } from '#contract/links.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Handler } from '../http/bindEndpoints.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { hitOf } from './hit.ts';
import { readPage, readRecords } from './read.ts';
import { type Storage, storageOf } from './tableBinding.ts';
import type { Totals } from './totals.ts';
import { editRecord } from './write.ts';

type LinkHandlers = { [N in keyof LinkEndpoints]: Handler<LinkEndpoints[N]> };

export const linkHandlers = (deps: Deps, totals: Totals, resource: string, field: string): LinkHandlers => {
  const storage = storageOf(resource);
  const other = otherSide(storage, field);
  const by = ({ id }: Caller): Deps => ({ ...deps, by: id });
  const linked = async (id: number): Promise<number[]> => {
    const [record] = await readRecords(deps.db, storage, [id]);
    if (!record) throw new ApiFailure('notFound');
    return record[field] as number[];
  };
  return {
    list: async ({ params, query: { page, per_page, search } }) => {
      await linked(params.id);
      const [sort] = other.storage.collection.sort;
      const asked = { page, per_page, search, sort, order: 'asc' as const, [other.field]: [params.id] };
      const [records, total] = await Promise.all([
        readPage(deps.db, other.storage, asked),
        totals.of(other.storage, asked),
      ]);
      return { items: records.map(record => hitOf(other.storage.collection, record)), total, page, per_page };
    },
    replace: async ({ params, body, caller }) => {
      const record = await editRecord(by(caller), storage, params.id, () => ({ [field]: body.ids }));
      return { ids: record[field] as number[] };
    },
    add: async ({ params, body, caller }) => {
      let before: number[] = [];
      await editRecord(by(caller), storage, params.id, current => {
        before = current[field] as number[];
        return { [field]: [...new Set([...before, ...body.ids])] };
      });
      return { ids: body.ids.filter(id => !before.includes(id)) };
    },
    remove: async ({ params: { id, linked_id }, caller }) => {
      await editRecord(by(caller), storage, id, current => {
        const before = current[field] as number[];
        if (!before.includes(linked_id)) throw new ApiFailure('notFound', { text: 'notLinked' });
        return { [field]: before.filter(one => one !== linked_id) };
      });
      const [record] = await readRecords(deps.db, other.storage, [linked_id]);
      if (!record) throw new ApiFailure('notFound');
      return hitOf(other.storage.collection, record);
    },
  };
};

/**
 * The resource that a field links to and the field there with the same link table, which allows the list to be read
 * from the other side. @throws when there is none
 */
const otherSide = (storage: Storage, name: string): { storage: Storage; field: string } => {
  const [, field] = fieldsOfKind(storage.collection.fields, 'many').find(([many]) => many === name) ?? [];
  if (!field) throw new Error(`resource "${storage.resource}": "${name}" links to nothing`);
  const other = storageOf(field.of);
  const found = Object.entries(other.links).find(([, link]) => link.table === storage.links[name]?.table);
  if (!found) throw new Error(`resource "${field.of}": no field shows the links of "${storage.resource}.${name}"`);
  return { storage: other, field: found[0] };
};
