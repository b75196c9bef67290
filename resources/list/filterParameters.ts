import type { Field } from '#contract/fields.ts';
import { canBeEmpty, emptyParameter, valueParameters } from '#contract/filters.ts';
import type { FilterValues } from '../fields/view.ts';
import { viewOf } from '../fields/viewOf.ts';

export const valueParameterNames = (name: string, field: Field): readonly string[] =>
  valueParameters(name, field).map(([parameter]) => parameter);

export const filterParameters = (name: string, field: Field): readonly string[] => [
  ...valueParameterNames(name, field),
  ...(canBeEmpty(field) ? [emptyParameter(name)] : []),
];

export const emptyFilter = (name: string, values: FilterValues): boolean | null => {
  const value = values[emptyParameter(name)];
  return value === undefined ? null : String(value) === 'true';
};

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
