import type { Field } from '#contract/fields.ts';
import { canBeEmpty, emptyName, valueParameters } from '#contract/filters.ts';
import type { FilterValues } from '../fields/view.ts';
import { viewOf } from '../fields/viewOf.ts';

/** The query parameters that say which values a field's filter lets pass. */
export const valueNames = (name: string, field: Field): readonly string[] =>
  valueParameters(name, field).map(([parameter]) => parameter);

/** Every query parameter a field's filter sets, the one for empty values last. */
export const filterParameters = (name: string, field: Field): readonly string[] => [
  ...valueNames(name, field),
  ...(canBeEmpty(field) ? [emptyName(name)] : []),
];

/** Whether a field is filtered to its empty values (`true`) or away from them (`false`); null when neither. */
export const emptyFilter = (name: string, values: FilterValues): boolean | null => {
  const value = values[emptyName(name)];
  return value === undefined ? null : String(value) === 'true';
};

/** How an empty value of a field is spoken of. */
export const emptyTexts = (field: Field) =>
  viewOf(field).isCounted
    ? ({
        isEmpty: 'shell.hasNone',
        isFilled: 'shell.hasSome',
        onlyEmpty: 'shell.onlyNone',
        onlyFilled: 'shell.onlySome',
      } as const)
    : ({
        isEmpty: 'shell.isEmpty',
        isFilled: 'shell.isFilled',
        onlyEmpty: 'shell.onlyEmpty',
        onlyFilled: 'shell.onlyFilled',
      } as const);
