import { z } from 'zod';
import { Id, nonNullField, withCheck } from '../field.ts';
import { defineKind } from '../kind.ts';
import { mergeParts } from '../sets.ts';
import { isSame } from '../values.ts';
import { amounts } from './money.ts';

export const Price = z.strictObject({ project_id: Id, amount: amounts.schema, currency: z.literal('RUB') });
export type Price = z.output<typeof Price>;

const PriceList = withCheck(z.array(Price).max(1000), value =>
  new Set(value.map(({ project_id }) => project_id)).size === value.length ? null : 'twice',
);

const toPrices = (value: unknown): Price[] => (Array.isArray(value) ? value : []);
const sortByProject = (prices: Price[]): Price[] =>
  prices.toSorted((price, other) => price.project_id - other.project_id);
const pricesByProject = (value: unknown): Map<number, Price> =>
  new Map(toPrices(value).map(price => [price.project_id, price]));

/** Prices keyed by project (a record of `resource`). They override the amount in the field `base`. */
export const prices = defineKind(
  <const N extends string>(resource: N, base: string) =>
    nonNullField('prices', { of: resource, base, ...amounts.limits }, PriceList),
  {
    filter: null,
    initial: () => [],
    isEqual: (one, other) => isSame(sortByProject(toPrices(one)), sortByProject(toPrices(other))),
    join: (...versions) => {
      const [base, theirs, mine] = versions.map(pricesByProject);
      const merged = base && theirs && mine && mergeParts(base, theirs, mine);
      return merged && sortByProject(toPrices([...merged.values()]));
    },
    multiValue: {
      offers: ['add', 'remove', 'replace'],
      removedSchema: () => z.array(Id).max(1000),
      add: (before, additions) =>
        sortByProject([...new Map([...pricesByProject(before), ...pricesByProject(additions)]).values()]),
      remove: (before, projects) =>
        toPrices(before).filter(({ project_id }) => !(Array.isArray(projects) && projects.includes(project_id))),
    },
    target: ({ of }) => of,
    sample: ({ currency }, n, { ids }) =>
      ids.slice(0, n % (ids.length + 1)).map(project_id => ({ project_id, amount: n + 0.25, currency })),
  },
);
