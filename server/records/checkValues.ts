import { findAttributesField } from '#contract/attributes.ts';
import type { Database } from '../db/database.ts';
import { ApiFailure } from '../http/errors.ts';
import { translateValidation } from '../translate.ts';
import { type AttributeCheck, createAttributeCheck } from './attributes.ts';
import { type ExistingKeys, findTouched, type TouchedRows } from './locks.ts';
import { findRefusedCodes, hasOwnCodes, readOwnPrefixes } from './ownCodes.ts';
import { findMissingReferences, findReferredRows } from './referred.ts';
import type { TableBinding } from './tableBinding.ts';
import type { Patch } from './values.ts';

export interface PatchToCheck {
  patch: Patch;
  isNew: boolean;
}
type FieldErrors = Record<string, string[]>;

export interface ValueCheck {
  /** The referenced records. They are locked, so that they still exist when the values are written. */
  referredBy: (patches: readonly PatchToCheck[]) => TouchedRows[];
  /** @returns the values to write for each patch, or the reason for refusing it */
  check: (
    patches: readonly PatchToCheck[],
    existing: ExistingKeys,
    futureIds?: ReadonlySet<number>,
  ) => Map<Patch, Patch | ApiFailure>;
}

/**
 * Reads the attribute definitions and locks them until the transaction ends. Must come before every other lock of a
 * write.
 */
export const createValueCheck = async (
  db: Database,
  binding: TableBinding,
  { hasAttributes, hasOwnCodes: readsPrefixes }: ExpectedValues,
): Promise<ValueCheck> => {
  const check =
    hasAttributes && findAttributesField(binding.collection) ? await createAttributeCheck(db, binding) : null;
  const ownPrefixes = readsPrefixes ? await readOwnPrefixes(db) : [];
  const extendedBinding = check?.binding ?? binding;
  const checkedPatches = new Map<Patch, CheckedPatch>();
  const checkOnce = (patchToCheck: PatchToCheck): CheckedPatch => {
    const attributeResult = checkedPatches.get(patchToCheck.patch) ?? checkAttributes(check, patchToCheck);
    checkedPatches.set(patchToCheck.patch, attributeResult);
    return attributeResult;
  };
  // A bulk edit shares one patch among its records.
  const checkAll = (patches: readonly PatchToCheck[]) =>
    [...new Map(patches.map(patchToCheck => [patchToCheck.patch, patchToCheck]))].map(([patch, patchToCheck]) => ({
      patch,
      ...checkOnce(patchToCheck),
    }));
  return {
    referredBy: patches =>
      findReferredRows(
        extendedBinding,
        checkAll(patches).map(({ named }) => named),
      ),
    check: (patches, existing, futureIds = new Set()) =>
      new Map(
        checkAll(patches).map(({ patch, values, named, errors }) => {
          const all = { ...errors, ...findRefusedCodes(extendedBinding, named, ownPrefixes) };
          for (const name of findMissingReferences(extendedBinding, named, existing, futureIds))
            all[name] = [translateValidation('notFound')];
          return [patch, Object.keys(all).length > 0 ? new ApiFailure('invalid', { errors: all }) : values] as const;
        }),
      ),
  };
};

/** What the patches may contain, and therefore what has to be read to check them. */
interface ExpectedValues {
  hasAttributes: boolean;
  hasOwnCodes: boolean;
}

/** @param patchToCheck null if its patch is not known yet, in which case it may contain anything */
export const getExpectedValues = (binding: TableBinding, patchToCheck: PatchToCheck | null): ExpectedValues => ({
  hasAttributes: !patchToCheck || canHoldAttributes(binding, patchToCheck),
  hasOwnCodes: !patchToCheck || hasOwnCodes(binding, patchToCheck.patch),
});

const canHoldAttributes = ({ collection }: TableBinding, { patch, isNew }: PatchToCheck): boolean => {
  const attributesField = findAttributesField(collection)?.name;
  return attributesField !== undefined && (isNew || patch[attributesField] !== undefined);
};

interface CheckedPatch {
  values: Patch;
  named: Patch;
  errors: FieldErrors;
}

const checkAttributes = (check: AttributeCheck | null, { patch, isNew }: PatchToCheck): CheckedPatch => {
  if (!check || !(isNew || patch[check.attributesField] !== undefined))
    return { values: patch, named: patch, errors: {} };
  const { [check.attributesField]: attributes, ...others } = patch;
  const { values, flat, errors } = check.of(attributes as Patch | undefined, isNew);
  return { values: { ...patch, [check.attributesField]: values }, named: { ...others, ...flat }, errors };
};

/**
 * Checks a patch without locks; the write checks it again under its locks.
 * @throws {ApiFailure} 400 when a patch is invalid for every record
 */
export const checkPatch = async (db: Database, binding: TableBinding, patch: Patch): Promise<void> => {
  const patchToCheck = { patch, isNew: false };
  const patches = [patchToCheck];
  const { referredBy, check } = await createValueCheck(db, binding, getExpectedValues(binding, patchToCheck));
  const checkedPatch = check(patches, await findTouched(db, referredBy(patches))).get(patch);
  if (checkedPatch instanceof ApiFailure) throw checkedPatch;
};
