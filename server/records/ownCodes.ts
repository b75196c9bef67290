import { listOwnCodeFields, listRefusedCodes, REFUSED_CODE_ERROR } from '#contract/ownCodes.ts';
import type { Database } from '../db/database.ts';
import { barcodePrefixes } from '../db/schema.ts';
import { translateValidation } from '../translate.ts';
import type { TableBinding } from './tableBinding.ts';
import type { Patch } from './values.ts';

export const readOwnPrefixes = async (db: Database): Promise<string[]> => {
  const rows = await db
    .select({ prefix: barcodePrefixes.prefix })
    .from(barcodePrefixes)
    .orderBy(barcodePrefixes.prefix);
  return rows.map(({ prefix }) => prefix);
};

/**
 * Whether a check needs the allowed prefixes. They are read only then, because almost no write contains an own code.
 */
export const hasOwnCodes = ({ collection }: TableBinding, patch: Patch): boolean =>
  listOwnCodeFields(collection.fields, patch).length > 0;

export const findRefusedCodes = (
  { collection }: TableBinding,
  patch: Patch,
  ownPrefixes: readonly string[],
): Record<string, string[]> =>
  Object.fromEntries(
    listRefusedCodes(collection.fields, patch, ownPrefixes).map(name => [
      name,
      [translateValidation(REFUSED_CODE_ERROR)],
    ]),
  );
