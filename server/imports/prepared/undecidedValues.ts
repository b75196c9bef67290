import { type Corrections, MAX_NEW_VALUES, type PreparedChoices, type PreparedImport } from '#contract/preparing.ts';
import { getImportLabel, type Importable } from '../../table/importable.ts';
import { TableRefusal } from '../../table/refusal.ts';
import type { UnknownValues } from '../../table/unknownValues.ts';

/**
 * The unknown texts without a correction. Until the table has been read again, a preview still contains texts that have
 * been corrected.
 */
export const listUndecidedValues = (unknownValues: UnknownValues, { alike }: Corrections): UnknownValues => {
  const correctedKeys = new Set(alike.map(({ field, was }) => `${field} ${was}`));
  return Object.fromEntries(
    Object.entries(unknownValues)
      .map(([field, items]) => [field, items.filter(({ text }) => !correctedKeys.has(`${field} ${text}`))] as const)
      .filter(([, items]) => items.length > 0),
  );
};

export const countUndecidedValues = (
  undecidedValues: UnknownValues,
  fields: Importable,
): PreparedImport['unknown_values'] =>
  Object.entries(undecidedValues).map(([field, items]) => ({
    field,
    label: fields.has(field) ? getImportLabel(fields, field) : field,
    count: items.length,
    can_be_new: items.filter(({ can_be_new }) => can_be_new).length,
  }));

type AlikeCorrections = NonNullable<PreparedChoices['alike']>;

/**
 * Corrections for all undecided texts in fields. Texts that cannot become new values stay undecided in that case.
 * @throws {TableRefusal} when there would be too many new values
 */
export const toAlikeCorrections = (
  decisions: NonNullable<PreparedChoices['undecided']>,
  undecidedValues: UnknownValues,
): AlikeCorrections => {
  const corrections = decisions.flatMap(({ field, becomes }): AlikeCorrections => {
    const items = undecidedValues[field] ?? [];
    if (becomes === 'empty') return items.map(({ text }) => ({ field, was: text, text: null }));
    return items.flatMap(({ text, can_be_new }) => (can_be_new ? [{ field, was: text, text, is_new: true }] : []));
  });
  if (corrections.filter(({ is_new }) => is_new).length > MAX_NEW_VALUES)
    throw new TableRefusal('tooManyValues', { limit: MAX_NEW_VALUES });
  return corrections;
};
