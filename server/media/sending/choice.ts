import { and, asc, eq } from 'drizzle-orm';
import { MAX_LISTED_IDS } from '#contract/bulk.ts';
import type { FilterQuery } from '#contract/collection.ts';
import { isAllowed } from '#contract/permissions.ts';
import { records } from '#contract/records.ts';
import type { SendingChoice, SendingFilter } from '#contract/sending.ts';
import type { Caller } from '../../accounts/session/caller.ts';
import { cafes, products } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { parseQuery } from '../../http/parse.ts';
import { readVisibleMatrix } from '../../matrices/matrix.ts';
import { readProductIds } from '../../matrices/products.ts';
import { withAttributeFilters } from '../../records/attributeFilters.ts';
import { withCorrectedSearch } from '../../records/correctedSearch.ts';
import { idsCondition } from '../../records/query.ts';
import { readIds } from '../../records/readRecords.ts';
import { getBinding, narrowBinding } from '../../records/tableBinding.ts';
import { assertCanFilter } from '../../records/visibleFields.ts';
import { translateSending } from '../../translate.ts';
import type { Cafe } from './target.ts';

/** @throws {ApiFailure} 400 for an invalid selection; 403 without access to the product list */
export const resolveChoice = async (
  deps: ServerDeps,
  choice: SendingChoice,
  caller: Caller,
): Promise<{ ids: number[]; targets: Cafe[] }> => {
  const targets = await deps.db
    .select()
    .from(cafes)
    .where(and(idsCondition(cafes.id, choice.cafe_ids), eq(cafes.archived, false)))
    .orderBy(asc(cafes.name), asc(cafes.id));
  if (targets.length < new Set(choice.cafe_ids).size) throw createInvalidChoiceFailure('noCafe');
  const ids = await readChosenProducts(deps, choice, caller);
  if (ids.length === 0) throw createInvalidChoiceFailure('noProducts');
  return { ids, targets };
};

const createInvalidChoiceFailure = (
  reason: 'noCafe' | 'noProducts' | 'noMatrix' | 'badFilter',
  errors?: Record<string, string[]>,
) => new ApiFailure('invalid', { message: translateSending(`refused.${reason}`), errors });

const readChosenProducts = async (deps: ServerDeps, choice: SendingChoice, caller: Caller): Promise<number[]> => {
  const { product_ids, matrix_id, filter } = choice;
  if (matrix_id !== undefined) return readMatrixProductIds(deps, matrix_id, caller);
  if (filter) return readFilteredProductIds(deps, filter, caller);
  const rows = await deps.db
    .select({ id: products.id })
    .from(products)
    .where(product_ids && idsCondition(products.id, product_ids))
    .orderBy(asc(products.id));
  return rows.map(({ id }) => id);
};

const readMatrixProductIds = async ({ db }: ServerDeps, id: number, caller: Caller): Promise<number[]> => {
  if (!isAllowed(records.matrices.access.list, caller.grantedSlugs)) throw createInvalidChoiceFailure('noMatrix');
  await readVisibleMatrix(db, caller, id).catch((error: unknown) => {
    throw error instanceof ApiFailure ? createInvalidChoiceFailure('noMatrix') : error;
  });
  return readProductIds(db, id);
};

/** Values are texts, as in a query string, so that the list's own schema can parse the filter. */
const toQuery = (filter: SendingFilter): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );

const readFilteredProductIds = async ({ db }: ServerDeps, filter: SendingFilter, caller: Caller): Promise<number[]> => {
  const { access, idsQuery } = records.nomenclature;
  if (!isAllowed(access.list, caller.grantedSlugs)) throw new ApiFailure('forbidden');
  try {
    const filterQuery = parseQuery(idsQuery, toQuery(filter)) as FilterQuery;
    assertCanFilter(caller, records.nomenclature, filterQuery);
    const { binding, query } = await withAttributeFilters(
      db,
      narrowBinding(getBinding('nomenclature'), caller),
      filterQuery,
    );
    return await readIds(db, binding, await withCorrectedSearch(db, binding, query), {
      from: 0,
      limit: MAX_LISTED_IDS,
    });
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.kind !== 'invalid') throw error;
    throw createInvalidChoiceFailure('badFilter', error.details.errors);
  }
};
