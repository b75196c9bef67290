import { canBeEmpty, emptyName, noneName, rangeNames } from '#contract/collection.ts';
import { type Field, filterOf, type Kind } from '#contract/fields.ts';

/** Filters in force by the name of their query parameter, as the address and the API carry them. */
export type FilterValues = Record<string, unknown>;

/** The query parameters that say which values a field's filter lets pass. */
export const valueParameters = (name: string, field: Field): readonly string[] => {
  const how = filterOf[field.kind];
  if (how === null) return [];
  if (field.kind === 'categories') return [name, noneName(name)];
  return how === 'range' ? rangeNames(name) : [name];
};

/** Every query parameter a field's filter sets, the one for empty values last. */
export const filterParameters = (name: string, field: Field): readonly string[] => [
  ...valueParameters(name, field),
  ...(canBeEmpty(field) ? [emptyName(name)] : []),
];

/** Whether a field is filtered to its empty values (`true`) or away from them (`false`); null when neither. */
export const emptyFilter = (name: string, values: FilterValues): boolean | null => {
  const value = values[emptyName(name)];
  return value === undefined ? null : String(value) === 'true';
};

/** Kinds of which a record has some or none. */
const counted: ReadonlySet<Kind> = new Set(['many', 'prices', 'categories', 'picture'] satisfies Kind[]);

/** How an empty value of a field is spoken of. */
export const emptyTexts = ({ kind }: Field) =>
  counted.has(kind)
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
