import type { Field } from '#contract/fields.ts';
import { canBeEmpty, getEmptyParameterName, listValueParameters } from '#contract/filters.ts';
import { getKindView } from '../fields/getKindView.ts';
import type { FilterValues } from '../fields/view.ts';

export const listValueParameterNames = (name: string, field: Field): readonly string[] =>
  listValueParameters(name, field).map(([parameter]) => parameter);

export const listFilterParameters = (name: string, field: Field): readonly string[] => [
  ...listValueParameterNames(name, field),
  ...(canBeEmpty(field) ? [getEmptyParameterName(name)] : []),
];

export const getEmptinessFilter = (name: string, values: FilterValues): boolean | null => {
  const value = values[getEmptyParameterName(name)];
  return value === undefined ? null : String(value) === 'true';
};

export const getEmptinessMessages = (field: Field) =>
  getKindView(field).isCounted
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
