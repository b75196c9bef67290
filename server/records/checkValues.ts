import { attributesFieldOf } from '#contract/attributes.ts';
import type { Database } from '../db/database.ts';
import { ApiFailure } from '../http/errors.ts';
import { translateValidation } from '../translate.ts';
import { type AttributeCheck, attributeCheck } from './attributes.ts';
import { findMissing } from './referred.ts';
import type { TableBinding } from './tableBinding.ts';
import type { Patch } from './values.ts';

export interface Given {
  patch: Patch;
  /** A new record also needs its required attributes. */
  isNew: boolean;
}
type Errors = Record<string, string[]>;

/**
 * Checks what only the database knows of values: the attributes as they are defined now, and that referenced records
 * exist. Both are held as they are until the transaction ends. Takes any number of patches, so that an import asks
 * once for a whole batch.
 * @returns for each patch the values to write, or why they cannot be written
 */
export const checkValues = async (
  db: Database,
  binding: TableBinding,
  given: readonly Given[],
  foretold: ReadonlySet<number> = new Set(),
): Promise<Map<Patch, Patch | ApiFailure>> => {
  const holder = attributesFieldOf(binding.collection)?.name;
  const isAsked = holder !== undefined && given.some(({ patch, isNew }) => isNew || patch[holder] !== undefined);
  const check = isAsked ? await attributeCheck(db, binding) : null;
  // A bulk edit gives one patch for all of its records.
  const distinct = new Map(given.map(one => [one.patch, one]));
  const looked = new Map([...distinct].map(([patch, one]) => [patch, look(check, one)] as const));
  const flat = [...looked.values()].map(({ named }) => named);
  const missing = await findMissing(db, check?.binding ?? binding, flat, foretold);
  return new Map(
    [...looked].map(([patch, { values, named, errors }]) => {
      const all = { ...errors };
      for (const name of missing.get(named) ?? []) all[name] = [translateValidation('notFound')];
      return [patch, Object.keys(all).length > 0 ? new ApiFailure('invalid', { errors: all }) : values] as const;
    }),
  );
};

interface Looked {
  values: Patch;
  /** The same with attributes by their dotted names, as fields. */
  named: Patch;
  errors: Errors;
}

const look = (check: AttributeCheck | null, { patch, isNew }: Given): Looked => {
  if (!check || !(isNew || patch[check.holder] !== undefined)) return { values: patch, named: patch, errors: {} };
  const { [check.holder]: attributes, ...others } = patch;
  const { values, flat, errors } = check.of(attributes as Patch | undefined, isNew);
  return { values: { ...patch, [check.holder]: values }, named: { ...others, ...flat }, errors };
};

/** @throws {ApiFailure} 400 when a patch is invalid for every record */
export const checkPatch = async (db: Database, binding: TableBinding, patch: Patch): Promise<void> => {
  const checked = (await checkValues(db, binding, [{ patch, isNew: false }])).get(patch);
  if (checked instanceof ApiFailure) throw checked;
};
