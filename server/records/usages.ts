import { count, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type AttributeDefinitions, buildAttributeFields, findAttributesField } from '#contract/attributes.ts';
import { type Field, getInitialValue, getKindTraits } from '#contract/fields.ts';
import { resourceNames } from '#contract/records.ts';
import { referenceResource } from '#contract/referenceResource.ts';
import type { Usages } from '#contract/usages.ts';
import type { Database } from '../db/database.ts';
import { referenceLists, referenceValues } from '../db/schema.ts';
import { ApiFailure } from '../http/errors.ts';
import { getResourceTitle } from '../table/labels.ts';
import { translate } from '../translate.ts';
import { readAttributeDefinitions } from './attributes.ts';
import { getStoredKind } from './getStoredKind.ts';
import { getBinding, getColumnExpression, scopeCondition, type TableBinding } from './tableBinding.ts';

export interface ReferringField {
  holder: TableBinding;
  condition: (ids: readonly number[]) => SQL;
  instead?: (ids: readonly number[], by: number) => Record<string, SQL>;
}

/** @throws {ApiFailure} 409 with the number of records per resource that refer to these */
export const assertUnused = async (db: Database, binding: TableBinding, ids: readonly number[]): Promise<void> => {
  const uses = await readUsages(db, binding, ids);
  if (uses.length === 0) return;
  const summary = uses.map(({ resource, count }) => `${getResourceTitle(resource)} — ${count}`).join(', ');
  throw new ApiFailure('conflict', {
    message: translate('inUseBy', { uses: summary }),
    result: { uses } satisfies Usages,
  });
};

const readUsages = async (db: Database, binding: TableBinding, ids: readonly number[]): Promise<Usages['uses']> => {
  const places = await readReferringFields(db, binding);
  const uses: Usages['uses'] = [];
  for (const holder of new Set(places.map(place => place.holder))) {
    const placesOfHolder = places.filter(place => place.holder === holder);
    const [found] = await db
      .select({ count: count() })
      .from(holder.table as PgTable)
      .where(
        sql`${scopeCondition(holder) ?? sql`true`} and (${or(...placesOfHolder.map(({ condition }) => condition(ids)))})`,
      );
    if (found?.count) uses.push({ resource: holder.resource, count: found.count });
  }
  return uses;
};

/** Links do not count, since they are deleted with the record. */
export const readReferringFields = async (db: Database, binding: TableBinding): Promise<ReferringField[]> => {
  // Attributes can only refer to settings, so other resources need not load them.
  const sources = binding.resource.startsWith('settings/') ? await readAttributeDefinitions(db) : null;
  const places = resourceNames
    .map(getBinding)
    .flatMap(holder => [
      ...Object.entries(holder.collection.fields).flatMap(([name, field]) =>
        createReferringField(holder, name, field, binding),
      ),
      ...(sources ? listReferringAttributeFields(holder, sources, binding) : []),
    ]);
  return binding.resource === 'settings/reference'
    ? [...places, ...(await listReferringValueFields(db, binding))]
    : places;
};

const listReferringValueFields = async (db: Database, lists: TableBinding): Promise<ReferringField[]> => {
  const codes = await db.select({ code: referenceLists.code }).from(referenceLists);
  return codes.map(({ code }) => ({
    holder: getBinding(referenceResource(code)),
    condition: ids => sql`${referenceValues.reference} in (${codesSql(lists, ids)})`,
  }));
};

const createReferringField = (holder: TableBinding, name: string, field: Field, of: TableBinding): ReferringField[] => {
  if (getKindTraits(field).target(field) !== of.resource) return [];
  const link = holder.links[name];
  if (link && getStoredKind(field).names === 'records') return [];
  if (link)
    return [
      {
        holder,
        condition: ids =>
          sql`exists (select from ${link.table} where ${link.own} = ${holder.table.id} and ${inArray(link.other, [...ids])})`,
      },
    ];
  const expression = getColumnExpression(holder, name, field);
  if ('key' in field) return [{ holder, condition: ids => sql`${expression} in (${codesSql(of, ids, field.key)})` }];
  return [
    {
      holder,
      condition: ids => sql`${expression} = any(${intArraySql(ids)})`,
      ...(holder.columns[name] && { instead: (_, by) => ({ [name]: sql`${by}::integer` }) }),
    },
  ];
};

/** Includes archived attributes and those that no longer apply, because their values are kept. */
const listReferringAttributeFields = (
  holder: TableBinding,
  { attributes, languages }: AttributeDefinitions,
  of: TableBinding,
): ReferringField[] => {
  const name = findAttributesField(holder.collection)?.name;
  if (!name) return [];
  const column = sql`${holder.columns[name]}`;
  if (of.resource === 'settings/attribute')
    return [{ holder, condition: ids => sql`${column} ?| array(${codesSql(of, ids)})` }];
  const every = attributes.map(attribute => ({ ...attribute, archived: false, applies_to: 'both' as const }));
  return Object.entries(buildAttributeFields(holder.collection, { attributes: every, languages })).flatMap(
    ([path, field]): ReferringField[] => {
      const code = path.slice(name.length + 1);
      const value = sql`${column} -> ${code}::text`;
      if ('languages' in field && of.resource === 'settings/language')
        return [{ holder, condition: ids => sql`(${value}) ?| array(${codesSql(of, ids)})` }];
      if (getKindTraits(field).target(field) !== of.resource) return [];
      const rest = { holder, condition: (ids: readonly number[]) => containsIdSql(value, ids) };
      return [{ ...rest, instead: (ids, by) => ({ [name]: replaceIdsSql({ column, value, code }, field, ids, by) }) }];
    },
  );
};

const containsIdSql = (value: SQL, ids: readonly number[]): SQL =>
  sql`((${value}) = any(${jsonbArraySql(ids)}) or exists (
    select from jsonb_array_elements(case when jsonb_typeof(${value}) = 'array' then ${value} else '[]'::jsonb end) one
    where one.value = any(${jsonbArraySql(ids)})))`;

interface HeldValue {
  column: SQL;
  value: SQL;
  code: string;
}

const replaceIdsSql = ({ column, value, code }: HeldValue, field: Field, ids: readonly number[], by: number): SQL => {
  const one = sql`to_jsonb(${by}::integer)`;
  const all = sql`(select jsonb_agg(distinct case when one.value = any(${jsonbArraySql(ids)}) then ${one} else one.value end)
    from jsonb_array_elements(${value}) one)`;
  return sql`case when ${containsIdSql(value, ids)}
    then ${column} || jsonb_build_object(${code}::text, ${Array.isArray(getInitialValue(field)) ? all : one}) else ${column} end`;
};

const codesSql = ({ table, columns }: TableBinding, ids: readonly number[], key: 'code' | 'slug' = 'code'): SQL =>
  sql`select ${columns[key]} from ${table} where ${inArray(table.id, [...ids])}`;

const intArraySql = (ids: readonly number[]): SQL => sql`${sql.param([...ids])}::integer[]`;
const jsonbArraySql = (ids: readonly number[]): SQL => sql`${sql.param(ids.map(String))}::jsonb[]`;
