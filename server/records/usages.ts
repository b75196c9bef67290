import { or, type SQL, sql } from 'drizzle-orm';
import { type AttributeDefinitions, buildAttributeFields, findAttributesField } from '#contract/attributes.ts';
import { type Field, getInitialValue, getKindTraits } from '#contract/fields.ts';
import { resourceNames } from '#contract/records.ts';
import { referenceResource } from '#contract/referenceResource.ts';
import type { Usages } from '#contract/usages.ts';
import { type Database, queryRows } from '../db/database.ts';
import { referenceLists, referenceValues } from '../db/schema.ts';
import { ApiFailure } from '../http/errors.ts';
import { getResourceTitle } from '../table/labels.ts';
import { translate } from '../translate.ts';
import { readAttributeDefinitions } from './attributes.ts';
import { getStoredKind } from './getStoredKind.ts';
import { idsCondition } from './query.ts';
import { getBinding, getColumnExpression, scopeCondition, type TableBinding } from './tableBinding.ts';

export interface ReferringField {
  referringBinding: TableBinding;
  /** Whether a row refers to one of these. */
  condition: (ids: readonly number[]) => SQL;
  /** A query for those of these ids that a row refers to. */
  referred: (ids: readonly number[]) => SQL;
  replaceWith?: (ids: readonly number[], replacementId: number) => Record<string, SQL>;
}

/** Of those that are in use only. */
export type UsagesById = ReadonlyMap<number, Usages['uses']>;

/** @throws {ApiFailure} 409 with the number of records per resource that refer to the first of these that is in use */
export const assertUnused = (usages: UsagesById, ids: readonly number[]): void => {
  const uses = ids.map(id => usages.get(id)).find(found => found !== undefined);
  if (uses) throw createInUseFailure(uses);
};

export const createInUseFailure = (uses: Usages['uses']): ApiFailure => {
  const summary = uses.map(({ resource, count }) => `${getResourceTitle(resource)} — ${count}`).join(', ');
  return new ApiFailure('conflict', {
    message: translate('inUseBy', { uses: summary }),
    result: { uses } satisfies Usages,
  });
};

/**
 * Counts the records that refer to each of these. Uses one statement per referring resource, because references in
 * attributes have no index, so that each statement reads every record.
 */
export const readUsages = async (db: Database, binding: TableBinding, ids: readonly number[]): Promise<UsagesById> => {
  const usages = new Map<number, Usages['uses']>();
  if (ids.length === 0) return usages;
  const referringFields = await readReferringFields(db, binding);
  for (const holder of new Set(referringFields.map(({ referringBinding }) => referringBinding))) {
    const fields = referringFields.filter(({ referringBinding }) => referringBinding === holder);
    const rows = await queryRows<{ id: number; count: number }>(
      db,
      sql`select referred.id, count(distinct ${holder.table.id})::integer as count from ${holder.table}
        cross join lateral (${sql.join(
          fields.map(({ referred }) => referred(ids)),
          sql` union all `,
        )}) referred (id)
        where ${scopeCondition(holder) ?? sql`true`} and (${or(...fields.map(({ condition }) => condition(ids)))})
        group by referred.id`,
    );
    for (const { id, count } of rows) usages.set(id, [...(usages.get(id) ?? []), { resource: holder.resource, count }]);
  }
  return usages;
};

/** Links do not count, since they are deleted with the record. */
export const readReferringFields = async (db: Database, binding: TableBinding): Promise<ReferringField[]> => {
  // Attributes can only refer to settings, so other resources need not load them.
  const sources = binding.resource.startsWith('settings/') ? await readAttributeDefinitions(db) : null;
  const referringFields = resourceNames
    .map(getBinding)
    .flatMap(referringBinding => [
      ...Object.entries(referringBinding.collection.fields).flatMap(([name, field]) =>
        createReferringField(referringBinding, name, field, binding),
      ),
      ...(sources ? listReferringAttributeFields(referringBinding, sources, binding) : []),
    ]);
  return binding.resource === 'settings/reference'
    ? [...referringFields, ...(await listReferringValueFields(db, binding))]
    : referringFields;
};

const listReferringValueFields = async (db: Database, lists: TableBinding): Promise<ReferringField[]> => {
  const codes = await db.select({ code: referenceLists.code }).from(referenceLists);
  return codes.map(({ code }) => ({
    referringBinding: getBinding(referenceResource(code)),
    condition: ids => sql`${referenceValues.reference} in (${codesSql(lists, ids)})`,
    referred: ids => idsByCodeSql(lists, ids, code => sql`${code} = ${referenceValues.reference}`),
  }));
};

const createReferringField = (
  referringBinding: TableBinding,
  name: string,
  field: Field,
  targetBinding: TableBinding,
): ReferringField[] => {
  if (getKindTraits(field).target(field) !== targetBinding.resource) return [];
  const link = referringBinding.links[name];
  if (link && getStoredKind(field).names === 'records') return [];
  if (link) {
    const referred = (ids: readonly number[]) =>
      sql`select ${link.other} from ${link.table} where ${link.own} = ${referringBinding.table.id} and ${idsCondition(link.other, ids)}`;
    return [{ referringBinding, condition: ids => sql`exists (${referred(ids)})`, referred }];
  }
  const expression = getColumnExpression(referringBinding, name, field);
  if ('key' in field)
    return [
      {
        referringBinding,
        condition: ids => sql`${expression} in (${codesSql(targetBinding, ids, field.key)})`,
        referred: ids => idsByCodeSql(targetBinding, ids, code => sql`${code} = ${expression}`, field.key),
      },
    ];
  return [
    {
      referringBinding,
      condition: ids => sql`${expression} = any(${intArraySql(ids)})`,
      referred: ids => sql`select ${expression} where ${expression} = any(${intArraySql(ids)})`,
      ...(referringBinding.columns[name] && {
        replaceWith: (_, replacementId) => ({ [name]: sql`${replacementId}::integer` }),
      }),
    },
  ];
};

/** Includes archived attributes and attributes that no longer apply, because their values are kept. */
const listReferringAttributeFields = (
  referringBinding: TableBinding,
  { attributes, languages }: AttributeDefinitions,
  targetBinding: TableBinding,
): ReferringField[] => {
  const name = findAttributesField(referringBinding.collection)?.name;
  if (!name) return [];
  const column = sql`${referringBinding.columns[name]}`;
  if (targetBinding.resource === 'settings/attribute')
    return [createReferringKeys(referringBinding, column, targetBinding)];
  const unrestrictedAttributes = attributes.map(attribute => ({
    ...attribute,
    archived: false,
    applies_to: 'both' as const,
  }));
  return Object.entries(
    buildAttributeFields(referringBinding.collection, { attributes: unrestrictedAttributes, languages }),
  ).flatMap(([path, field]): ReferringField[] => {
    const code = path.slice(name.length + 1);
    const value = sql`${column} -> ${code}::text`;
    if ('languages' in field && targetBinding.resource === 'settings/language')
      return [createReferringKeys(referringBinding, value, targetBinding)];
    if (getKindTraits(field).target(field) !== targetBinding.resource) return [];
    return [
      {
        referringBinding,
        condition: ids => containsIdSql(value, ids),
        referred: ids => sql`select one.value::integer from (${containedIdsSql(value, ids)}) one`,
        replaceWith: (ids, replacementId) => ({
          [name]: replaceIdsSql({ column, value, code }, field, ids, replacementId),
        }),
      },
    ];
  });
};

/** For a JSON object whose keys are the codes of what it refers to. */
const createReferringKeys = (
  referringBinding: TableBinding,
  object: SQL,
  targetBinding: TableBinding,
): ReferringField => ({
  referringBinding,
  condition: ids => sql`(${object}) ?| array(${codesSql(targetBinding, ids)})`,
  referred: ids => idsByCodeSql(targetBinding, ids, code => sql`(${object}) ? ${code}`),
});

const containedIdsSql = (value: SQL, ids: readonly number[]): SQL =>
  sql`select one.value
    from jsonb_array_elements(case when jsonb_typeof(${value}) = 'array' then ${value} else jsonb_build_array(${value}) end) one
    where one.value = any(${jsonbArraySql(ids)})`;

const containsIdSql = (value: SQL, ids: readonly number[]): SQL => sql`exists (${containedIdsSql(value, ids)})`;

interface HeldValue {
  column: SQL;
  value: SQL;
  code: string;
}

const replaceIdsSql = (
  { column, value, code }: HeldValue,
  field: Field,
  ids: readonly number[],
  replacementId: number,
): SQL => {
  const replacementSql = sql`to_jsonb(${replacementId}::integer)`;
  const all = sql`(select jsonb_agg(distinct case when one.value = any(${jsonbArraySql(ids)}) then ${replacementSql} else one.value end)
    from jsonb_array_elements(${value}) one)`;
  return sql`case when ${containsIdSql(value, ids)}
    then ${column} || jsonb_build_object(${code}::text, ${Array.isArray(getInitialValue(field)) ? all : replacementSql}) else ${column} end`;
};

const codesSql = ({ table, columns }: TableBinding, ids: readonly number[], key: 'code' | 'slug' = 'code'): SQL =>
  sql`select ${columns[key]} from ${table} where ${idsCondition(table.id, ids)}`;

/** The table has another name here, since a condition may be about a row of the same table. */
const idsByCodeSql = (
  { table, columns }: TableBinding,
  ids: readonly number[],
  condition: (code: SQL) => SQL,
  key: 'code' | 'slug' = 'code',
): SQL =>
  sql`select target.id from ${table} as target
    where target.id = any(${intArraySql(ids)}) and ${condition(sql`target.${sql.identifier(columns[key]?.name ?? key)}`)}`;

const intArraySql = (ids: readonly number[]): SQL => sql`${sql.param([...ids])}::integer[]`;
const jsonbArraySql = (ids: readonly number[]): SQL => sql`${sql.param(ids.map(String))}::jsonb[]`;
