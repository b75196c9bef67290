import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field, Fields } from '#contract/fields.ts';
import { categories, flag, longText, many, money, prices, text } from '#contract/kinds.ts';
import { isSameValue, threeWayMerge } from '#providers/forms/threeWayMerge.ts';

const fields = {
  name: text({ required: true }),
  description: longText(),
  price: money(),
  by_weight: flag(),
  model_ids: many('catalog'),
  categories: categories(),
  prices: prices('settings/project', 'price'),
} satisfies Fields as Fields;
const collection = { fields };
const names = Object.keys(fields);
const fieldOf = (name: string) => fields[name] as Field;

/** Few values, so that two people often meet on the same one; texts with space around them, and what is no number. */
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 5 }));
const values = fc.record({
  name: fc.constantFrom('Квас', 'Квас ', 'Морс', 'Сок', ''),
  description: fc.constantFrom(null, 'а', 'б', 'а б'),
  price: fc.constantFrom<unknown>(null, 1, 2, Number.NaN, 'много'),
  by_weight: fc.boolean(),
  model_ids: ids,
  categories: ids,
  prices: fc
    .dictionary(fc.constantFrom('1', '2', '3'), fc.integer({ min: 1, max: 2 }))
    .map(amounts =>
      Object.entries(amounts).map(([id, amount]) => ({ project_id: Number(id), amount, currency: 'RUB' as const })),
    ),
});
const amountIn = (of: Values, project: number) =>
  (of['prices'] as { project_id: number; amount: number }[]).find(({ project_id }) => project_id === project)?.amount;
/** Fields that are joined part by part. */
const joined = new Set(['model_ids', 'categories', 'prices']);
type Values = Record<string, unknown>;
/** The form once the merge lies over their record; a choice for mine at every conflict. */
const outcomeOf = (theirs: Values, merge: ReturnType<typeof threeWayMerge>): Values => ({ ...theirs, ...merge.edits });

describe('A form and its record that somebody else changed', () => {
  const always = (check: (base: Values, theirs: Values, mine: Values) => void) =>
    fc.assert(fc.property(values, values, values, check), { numRuns: 2000 });
  const isSame = (name: string, one: Values, other: Values) => isSameValue(fieldOf(name), one[name], other[name]);

  it('[L13] [L36] a value that a person typed is in the form, or in a conflict', () => {
    always((base, theirs, mine) => {
      const outcome = outcomeOf(theirs, threeWayMerge(collection, base, theirs, mine));
      for (const name of names) {
        if (isSame(name, mine, base) || joined.has(name)) continue;
        expect(isSame(name, outcome, mine), name).toBe(true);
      }
    });
  });

  it('[L13] [L36] a value that was saved first is replaced only through a conflict that the other decides', () => {
    always((base, theirs, mine) => {
      const merge = threeWayMerge(collection, base, theirs, mine);
      const outcome = outcomeOf(theirs, merge);
      for (const name of names) {
        if (isSame(name, theirs, base) || joined.has(name)) continue;
        expect(merge.conflicts.includes(name) || isSame(name, outcome, theirs), name).toBe(true);
      }
    });
  });

  it.each(['model_ids', 'categories'])('[L36] two people who change %s lose neither added nor removed ones', set => {
    const has = (of: Values, id: number) => (of[set] as number[]).includes(id);
    always((base, theirs, mine) => {
      const merge = threeWayMerge(collection, base, theirs, mine);
      const outcome = outcomeOf(theirs, merge);
      expect(merge.conflicts).not.toContain(set);
      for (let id = 1; id <= 5; id += 1) {
        const isChanged = [theirs, mine].some(one => has(one, id) !== has(base, id));
        expect(has(outcome, id), `${set} ${id}`).toBe(isChanged ? !has(base, id) : has(base, id));
      }
    });
  });

  it('[L36] prices of different projects that two people change are both kept, those of the same one are a conflict', () => {
    always((base, theirs, mine) => {
      const merge = threeWayMerge(collection, base, theirs, mine);
      const outcome = outcomeOf(theirs, merge);
      const changed = (of: Values, project: number) => amountIn(of, project) !== amountIn(base, project);
      const projects = [1, 2, 3];
      const isContested = projects.some(
        project =>
          changed(theirs, project) && changed(mine, project) && amountIn(theirs, project) !== amountIn(mine, project),
      );
      expect(merge.conflicts.includes('prices')).toBe(isContested);
      for (const project of isContested ? [] : projects) {
        const wanted = changed(mine, project) ? mine : theirs;
        expect(amountIn(outcome, project), `project ${project}`).toBe(amountIn(wanted, project));
      }
    });
  });

  it('[L37] only a field that both changed, each to something else, is a conflict', () => {
    always((base, theirs, mine) => {
      const { conflicts } = threeWayMerge(collection, base, theirs, mine);
      const contested = names.filter(
        name =>
          !joined.has(name) && !isSame(name, mine, base) && !isSame(name, theirs, base) && !isSame(name, mine, theirs),
      );
      expect(conflicts.filter(name => name !== 'prices')).toEqual(contested);
    });
  });

  it('[L36] the name beside a change is that of the person who made it', () => {
    always((base, theirs, mine) => {
      const merge = threeWayMerge(collection, base, theirs, mine);
      for (const name of merge.theirs) {
        expect(isSame(name, theirs, base), name).toBe(false);
        expect(merge.conflicts).not.toContain(name);
      }
    });
  });

  it('[L38] a person who meets only their own write has nothing to send and nothing to choose', () => {
    fc.assert(
      fc.property(values, values, (base, mine) => {
        const nothing = { edits: {}, conflicts: [], theirs: [] };
        expect(threeWayMerge(collection, base, mine, mine)).toEqual(nothing);
        expect(threeWayMerge(collection, base, base, base)).toEqual(nothing);
      }),
    );
  });

  it('[P22] a person who is not shown a field changes nothing of it', () => {
    always((base, theirs, { price: _, ...mine }) => {
      const merge = threeWayMerge(collection, base, theirs, mine);
      expect([...Object.keys(merge.edits), ...merge.theirs, ...merge.conflicts]).not.toContain('price');
    });
  });
});
