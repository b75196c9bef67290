import { sql } from 'drizzle-orm';
import type { Hit } from '#contract/links.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { changes } from '../db/schema.ts';
import { getHitFields, toHit } from '../records/hit.ts';
import { readRecords } from '../records/readRecords.ts';
import { getBinding, narrowBinding } from '../records/tableBinding.ts';
import { filterVisibleFields } from '../records/visibleFields.ts';
import { translate } from '../translate.ts';

export type NamedRecord = Pick<Hit, 'name' | 'detail' | 'picture'> & { exists: boolean };
export type NamesByResource = (entity: string, id: number) => NamedRecord | undefined;

/** Loads display names. Deleted records keep the name that they had, so that history stays readable. */
export const readNames = async (
  db: Database,
  caller: Caller,
  requestedIds: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<NamesByResource> => {
  const namesByEntity = new Map<string, Map<number, NamedRecord>>();
  for (const [entity, ids] of requestedIds) {
    const namedRecords =
      entity === 'categories' ? await readCategoryPaths(db, [...ids]) : await readHits(db, caller, entity, [...ids]);
    if (entity !== 'categories') await addRemovedRecords(db, entity, ids, namedRecords);
    namesByEntity.set(entity, namedRecords);
  }
  return (entity, id) => namesByEntity.get(entity)?.get(id);
};

const readHits = async (
  db: Database,
  caller: Caller,
  entity: string,
  ids: number[],
): Promise<Map<number, NamedRecord>> => {
  const binding = narrowBinding(getBinding(entity), caller);
  const { collection } = binding;
  const records = (await readRecords(db, binding, ids, getHitFields(binding))).map(
    filterVisibleFields(caller, collection),
  );
  return new Map(records.map(record => [record.id, { ...toHit(collection, record), exists: true }]));
};

export interface Person {
  id: number;
  name: string;
}

export const readPeople = async (db: Database, ids: readonly number[]): Promise<Map<number, Person>> => {
  if (ids.length === 0) return new Map();
  const rows = await queryRows<Person>(
    db,
    sql`select distinct id, coalesce(first_name || ' ' || last_name, ${translate('goneUser')}) as name
      from unnest(${sql.param([...ids])}::integer[]) id left join users using (id)`,
  );
  return new Map(rows.map(person => [person.id, person]));
};

interface RecordLabel {
  name: string;
  sku?: string;
  code?: string;
  barcode?: string;
  parent_id?: number;
}

/** Not from drafts: one in which a record was both created and deleted does not show it. */
const readLabels = async (db: Database, entity: string, ids: readonly number[]): Promise<Map<number, RecordLabel>> => {
  if (ids.length === 0) return new Map();
  const rows = await queryRows<{ id: number; label: RecordLabel }>(
    db,
    sql`select distinct on (record_id) record_id as id, before as label from ${changes}
      where entity = ${entity} and record_id = any(${sql.param([...ids])}::integer[]) and field = '' and before is not null
      order by record_id, ${changes.at} desc, batch_id desc`,
  );
  return new Map(rows.map(({ id, label }) => [id, label]));
};

const addRemovedRecords = async (
  db: Database,
  entity: string,
  ids: ReadonlySet<number>,
  namedRecords: Map<number, NamedRecord>,
): Promise<void> => {
  const missing = [...ids].filter(id => !namedRecords.has(id));
  for (const [id, { name, sku, code, barcode }] of await readLabels(db, entity, missing))
    namedRecords.set(id, { name, detail: sku ?? code ?? barcode ?? null, picture: null, exists: false });
};

interface CategoryPlace {
  name: string;
  parent_id: number | null;
  exists: boolean;
}

/**
 * Paths of categories. Ancestors may have been deleted too, so the lookup alternates between the tree and the changes.
 */
const readCategoryPaths = async (db: Database, ids: readonly number[]): Promise<Map<number, NamedRecord>> => {
  const placesById = new Map<number, CategoryPlace>();
  let missing = [...new Set(ids)];
  while (missing.length > 0) {
    const unknownIds = new Set(missing);
    const rows = await queryRows<{ id: number; name: string; parent_id: number | null }>(
      db,
      sql`with recursive upward as (
          select id, name, parent_id from categories where id = any(${sql.param(missing)}::integer[])
          union select above.id, above.name, above.parent_id from categories above
            join upward on upward.parent_id = above.id
        ) select * from upward`,
    );
    for (const { id, ...categoryPlace } of rows) placesById.set(id, { ...categoryPlace, exists: true });
    const deletedLabels = await readLabels(
      db,
      'categories',
      missing.filter(id => !placesById.has(id)),
    );
    for (const [id, { name, parent_id = null }] of deletedLabels)
      placesById.set(id, { name, parent_id, exists: false });
    missing = [...deletedLabels.values()].flatMap(({ parent_id }) => parent_id ?? []);
    missing = missing.filter(id => !placesById.has(id) && !unknownIds.has(id));
  }
  return new Map(
    [...new Set(ids)].flatMap(id => {
      const place = placesById.get(id);
      const name = buildPath(placesById, id).join(' / ');
      return place ? [[id, { name, detail: null, picture: null, exists: place.exists }] as const] : [];
    }),
  );
};

const buildPath = (
  placesById: ReadonlyMap<number, CategoryPlace>,
  id: number | null,
  childNames: readonly string[] = [],
): string[] => {
  const place = id === null ? undefined : placesById.get(id);
  return place ? buildPath(placesById, place.parent_id, [place.name, ...childNames]) : [...childNames];
};
