import { z } from 'zod';
import { check, filled, Id } from '../field.ts';
import { defineKind } from '../kind.ts';
import { mergeParts } from '../sets.ts';
import { isSame } from '../values.ts';
import { amounts } from './money.ts';

export const Price = z.strictObject({ project_id: Id, amount: amounts.schema, currency: z.literal('RUB') });
export type Price = z.output<typeof Price>;

const schema = check(z.array(Price).max(1000), value =>
  new Set(value.map(({ project_id }) => project_id)).size === value.length ? null : 'twice',
);

const pricesIn = (value: unknown): Price[] => (Array.isArray(value) ? value : []);
const inOrder = (prices: Price[]): Price[] => prices.toSorted((one, other) => one.project_id - other.project_id);
const byProject = (value: unknown): Map<number, Price> =>
  new Map(pricesIn(value).map(price => [price.project_id, price]));

/** Prices by project (a record of resource `of`) that override the amount in the field `base`. */
export const prices = defineKind(
  <const N extends string>(of: N, base: string) => filled('prices', { of, base, ...amounts.limits }, schema),
  {
    filter: null,
    initial: () => [],
    isEqual: (one, other) => isSame(inOrder(pricesIn(one)), inOrder(pricesIn(other))),
    join: (...sides) => {
      const [base, theirs, mine] = sides.map(byProject);
      const joined = base && theirs && mine && mergeParts(base, theirs, mine);
      return joined && inOrder(pricesIn([...joined.values()]));
    },
    several: {
      offers: ['add', 'remove', 'replace'],
      removed: () => z.array(Id).max(1000),
      add: (before, given) => inOrder([...new Map([...byProject(before), ...byProject(given)]).values()]),
      remove: (before, projects) =>
        pricesIn(before).filter(({ project_id }) => !(Array.isArray(projects) && projects.includes(project_id))),
    },
    target: ({ of }) => of,
    sample: ({ currency }, n, { ids }) =>
      ids.slice(0, n % (ids.length + 1)).map(project_id => ({ project_id, amount: n + 0.25, currency })),
  },
);
