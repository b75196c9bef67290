import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CategoryDraft } from '#contract/categories.ts';
import { type CategoryRow, diffCategories } from '#server/categories/difference.ts';
import { assignSiblingPositions } from '#server/categories/places.ts';

describe('The difference of two trees', () => {
  const isRising = (places: readonly number[]) =>
    places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));

  it('[X115] siblings get ascending positions, and those already in order keep theirs', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 1, max: 30 }))), before => {
        const known = before.filter((place, at) => place === null || before.indexOf(place) === at);
        expect(isRising(assignSiblingPositions(known))).toBe(true);
      }),
    );
    expect(assignSiblingPositions([1, 2, 3])).toEqual([1, 2, 3]);
    expect(assignSiblingPositions([2, 3, 1])).toEqual([2, 3, 4]);
    expect(assignSiblingPositions([3, 1, 2])).toEqual([0, 1, 2]);
    expect(assignSiblingPositions([1, null, null, 4])).toEqual([1, 2, 3, 4]);
    expect(assignSiblingPositions([1, null, 1 + Number.EPSILON])).toEqual([1, 2, 3]);
  });

  it('[X115] for any edit, the written rows result in the edited tree', () => {
    const treeOf = (depth: number): fc.Arbitrary<CategoryDraft> =>
      fc.record({
        id: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
        name: fc.constantFrom('а', 'б', 'в'),
        children: depth === 0 ? fc.constant([]) : fc.array(treeOf(depth - 1), { maxLength: 3 }),
      });
    const tree = treeOf(3);
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 4 }), fc.array(tree, { maxLength: 4 }), (first, second) => {
        const before = applied([], cleaned(first, new Set(), new Set()));
        const known = new Set(before.map(({ id }) => id));
        const draft = cleaned(second, known, new Set());
        expect(shapeOf(applied(before, draft))).toEqual(draft.map(shape));
      }),
    );
  });
});

/** Only ids that are known, each once. */
const cleaned = (nodes: CategoryDraft[], known: Set<number>, seen: Set<number>): CategoryDraft[] =>
  nodes.map(({ id, name, children }) => {
    const keeps = id !== undefined && known.has(id) && !seen.has(id);
    if (keeps) seen.add(id);
    return { ...(keeps && { id }), name, children: cleaned(children, known, seen) };
  });

/** The rows after a difference is written. */
const applied = (rows: CategoryRow[], draft: CategoryDraft[]): CategoryRow[] => {
  let last = Math.max(0, ...rows.map(({ id }) => id));
  const { addedRows, changedRows, removedIds } = diffCategories(rows, draft, () => (last += 1));
  const written = new Map([...rows, ...addedRows, ...changedRows].map(row => [row.id, row]));
  for (const id of removedIds) written.delete(id);
  return [...written.values()].toSorted((a, b) => a.position - b.position);
};

const shapeOf = (rows: CategoryRow[], parent: number | null = null): unknown[] =>
  rows.filter(({ parent_id }) => parent_id === parent).map(({ id, name }) => [name, shapeOf(rows, id)]);
const shape = ({ name, children }: CategoryDraft): unknown => [name, children.map(shape)];
