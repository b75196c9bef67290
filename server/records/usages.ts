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
  referringBinding: TableBinding;
  condition: (ids: readonly number[]) => SQL;
  replaceWith?: (ids: readonly number[], replacementId: number) => Record<string, SQL>;
}

/** @throws {ApiFailure} 409 with the number of records per resource that refer to these */
export const assertUnused = async (db: Database, binding: TableBinding, ids: readonly number[]): Promise<void> => {
  const usages = await readUsages(db, binding, ids);
  if (usages.length === 0) return;
  const summary = usages.map(({ resource, count }) => `${getResourceTitle(resource)} — ${count}`).join(', ');
  throw new ApiFailure('conflict', {
    message: translate('inUseBy', { uses: summary }),
    result: { uses: usages } satisfies Usages,
  });
};

const readUsages = async (db: Database, binding: TableBinding, ids: readonly number[]): Promise<Usages['uses']> => {
  const referringFields = await readReferringFields(db, binding);
  const usages: Usages['uses'] = [];
  for (const referringBinding of new Set(referringFields.map(referringField => referringField.referringBinding))) {
    const placesOfHolder = referringFields.filter(
      referringField => referringField.referringBinding === referringBinding,
    );
    const [countRow] = await db
      .select({ count: count() })
      .from(referringBinding.table as PgTable)
      .where(
        sql`${scopeCondition(referringBinding) ?? sql`true`} and (${or(...placesOfHolder.map(({ condition }) => condition(ids)))})`,
      );
    if (countRow?.count) usages.push({ resource: referringBinding.resource, count: countRow.count });
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
  if (link)
    return [
      {
        referringBinding,
        condition: ids =>
          sql`exists (select from ${link.table} where ${link.own} = ${referringBinding.table.id} and ${inArray(link.other, [...ids])})`,
      },
    ];
  const expression = getColumnExpression(referringBinding, name, field);
  if ('key' in field)
    return [{ referringBinding, condition: ids => sql`${expression} in (${codesSql(targetBinding, ids, field.key)})` }];
  return [
    {
      referringBinding,
      condition: ids => sql`${expression} = any(${intArraySql(ids)})`,
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
    return [{ referringBinding, condition: ids => sql`${column} ?| array(${codesSql(targetBinding, ids)})` }];
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
      return [{ referringBinding, condition: ids => sql`(${value}) ?| array(${codesSql(targetBinding, ids)})` }];
    if (getKindTraits(field).target(field) !== targetBinding.resource) return [];
    const rest = {
      referringBinding: referringBinding,
      condition: (ids: readonly number[]) => containsIdSql(value, ids),
    };
    return [
      {
        ...rest,
        replaceWith: (ids, replacementId) => ({
          [name]: replaceIdsSql({ column, value, code }, field, ids, replacementId),
        }),
      },
    ];
  });
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
  sql`select ${columns[key]} from ${table} where ${inArray(table.id, [...ids])}`;

const intArraySql = (ids: readonly number[]): SQL => sql`${sql.param([...ids])}::integer[]`;
const jsonbArraySql = (ids: readonly number[]): SQL => sql`${sql.param(ids.map(String))}::jsonb[]`;
