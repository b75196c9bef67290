import type { GrantedPermission } from '#contract/fields/permissions.ts';
import { type Field, getKindTraits } from '#contract/fields.ts';
import { canBeEmpty, getEmptyParameterName, getRangeParameterNames } from '#contract/filters.ts';
import { type Sample, sampleValue, type Targets } from './samples.ts';

const order = new Intl.Collator('und');
/** The order of lists: empty values first, texts by the Russian collation. */
export const compare = (one: unknown, other: unknown): number => {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  if (typeof one === 'string' && typeof other === 'string') return order.compare(one, other);
  return Number(one) < Number(other) ? -1 : 1;
};

/** Queries for the records with and without a value in a field, each with a predicate of the expected ones. */
export const emptyFilters = (name: string, field: Field): [string, (record: Sample) => boolean][] => {
  if (!canBeEmpty(field)) return [];
  const isEmpty = (record: Sample) => [record[name] ?? []].flat().length === 0;
  return [
    [`${getEmptyParameterName(name)}=true`, isEmpty],
    [`${getEmptyParameterName(name)}=false`, record => !isEmpty(record)],
  ];
};

/** Queries for a field's filter, each with a predicate of the expected records. */
export const filtersOf = (name: string, field: Field, targets: Targets): [string, (record: Sample) => boolean][] => {
  // Authors and times are set by the server; their filters have tests of their own.
  if (field.kind === 'person' || field.kind === 'moment') return [];
  if (field.kind === 'permissions') {
    const holds = (record: Sample) =>
      (record[name] as GrantedPermission[]).some(({ slug }) => slug === 'product.show-general');
    return [[`${name}=product.show-general`, holds]];
  }
  const [two, five] = [sampleValue(field, 2, targets), sampleValue(field, 5, targets)];
  switch (getKindTraits(field).filter) {
    case 'any': {
      const wanted = [...new Set([two, five].flat())];
      const query = (values: unknown[]) => values.map(value => `${name}=${value}`).join('&');
      const has = (values: unknown[]) => (record: Sample) =>
        [record[name]].flat().some(value => values.includes(value));
      return [
        [query(wanted), has(wanted)],
        [query(wanted.slice(0, 1)), has(wanted.slice(0, 1))],
      ];
    }
    case 'range': {
      const [from, to] = getRangeParameterNames(name);
      const holds = (record: Sample) => record[name] !== null;
      return [
        [`${from}=${two}&${to}=${five}`, r => holds(r) && compare(r[name], two) >= 0 && compare(r[name], five) <= 0],
        [`${from}=${five}`, r => holds(r) && compare(r[name], five) >= 0],
        [`${to}=${two}`, r => holds(r) && compare(r[name], two) <= 0],
      ];
    }
    case 'flag':
      return [
        [`${name}=true`, record => record[name] === true],
        [`${name}=false`, record => record[name] === false],
      ];
    case null:
      return [];
  }
};
