import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flattenTree } from '#contract/categories.ts';
import { categoryLimits } from '#contract/limits.ts';
import { type CategoryRow, diffCategories } from '#server/categories/difference.ts';
import {
  addNode,
  type CategoryNode,
  type CategoryNodes,
  findPlace,
  findPlacementRefusal,
  matchSavedIds,
  moveNode,
  moveToPlaceOf,
  removeNode,
  renameNode,
  toSaveBody,
} from '#src/pages/categories/categoryNodes.ts';
import { createHistory, pushStep, redoStep, undoStep } from '#src/pages/categories/history.ts';
import { rebase } from '#src/pages/categories/rebase.ts';
import { diffTrees, isEmpty } from '#src/pages/categories/treeChanges.ts';

const node = (id: number, name: string, ...children: CategoryNode[]): CategoryNode => ({
  id,
  name,
  models_count: 0,
  children,
});
/** Names in their order, nested ones in brackets. */
const written = (drafts: CategoryNodes): string =>
  drafts.map(({ name, children }) => (children.length > 0 ? `${name}(${written(children)})` : name)).join(' ');
const all = (drafts: CategoryNodes) => flattenTree(drafts as CategoryNode[] as never[]) as unknown as CategoryNode[];

const food = [
  node(1, 'Еда', node(2, 'Сыры', node(3, 'Мягкие'), node(4, 'Твёрдые')), node(5, 'Хлеб')),
  node(6, 'Напитки', node(7, 'Кофе'), node(8, 'Чай')),
];

/** One edit, whose numbers choose among what a tree has. */
interface Step {
  what: 'add' | 'rename' | 'move' | 'remove';
  one: number;
  other: number;
  at: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('add', 'add', 'rename', 'move', 'move', 'remove'),
  one: fc.nat(1000),
  other: fc.nat(1000),
  at: fc.nat(6),
});

const edited = (drafts: CategoryNodes, { what, one, other, at }: Step, newId: number): CategoryNodes => {
  const nodes = all(drafts);
  const chosen = nodes[one % Math.max(nodes.length, 1)];
  const below = nodes[other % (nodes.length + 1)] ?? null;
  const place = { parent: below?.id ?? null, index: Math.min(at, (below?.children ?? drafts).length) };
  if (what === 'add') return addNode(drafts, { id: newId, name: `Новая ${-newId}` }, place);
  if (!chosen) return drafts;
  if (what === 'rename') return renameNode(drafts, chosen.id, `Имя ${at}`);
  if (what === 'remove') return removeNode(drafts, chosen.id);
  const isBeside = findPlace(drafts, chosen.id)?.parent === place.parent;
  return moveNode(drafts, chosen.id, isBeside ? { ...place, index: Math.max(0, place.index - 1) } : place);
};
const editedBy = (drafts: CategoryNodes, steps: readonly Step[], firstId = -1): CategoryNodes =>
  steps.reduce((tree, one, at) => edited(tree, one, firstId - at), drafts);

/** A tree with the ids that the database would have given. */
const grown = (steps: readonly Step[]): CategoryNodes => {
  const numbered = (drafts: CategoryNodes): CategoryNode[] =>
    drafts.map(({ id, children, ...rest }) => ({ ...rest, id: Math.abs(id), children: numbered(children) }));
  return numbered(editedBy([], steps));
};

const rowsOf = (drafts: CategoryNodes): CategoryRow[] => {
  const walk = (siblings: CategoryNodes, parent_id: number | null): CategoryRow[] =>
    siblings.flatMap(({ id, name, children }, at) => [
      { id, parent_id, name, position: at + 1 },
      ...walk(children, id),
    ]);
  return walk(drafts, null);
};
/** What the rows of a platform are once the server has written a difference. */
const treeOf = (rows: readonly CategoryRow[], parent: number | null = null): CategoryNode[] =>
  rows
    .filter(({ parent_id }) => parent_id === parent)
    .toSorted((one, two) => one.position - two.position)
    .map(({ id, name }) => node(id, name, ...treeOf(rows, id)));

const sequences = fc.tuple(fc.array(step, { maxLength: 40 }), fc.array(step, { maxLength: 25 }));

describe('The edits of a tree of categories', () => {
  it('[E11] [K40] for any sequence of edits, applying its changes to the original tree results in the edited one, without conflicts', () => {
    fc.assert(
      fc.property(sequences, ([first, steps]) => {
        const before = grown(first);
        const after = editedBy(before, steps);
        const changes = diffTrees(before, after);
        expect(rebase(before, changes)).toEqual({ tree: after, conflicts: [] });
        expect(isEmpty(changes)).toBe(written(before) === written(after) && isEmpty(diffTrees(after, before)));
      }),
    );
  });

  it('[K40] for any sequence of edits, the saved tree is the edited one', () => {
    fc.assert(
      fc.property(sequences, ([first, steps]) => {
        const before = grown(first);
        const after = editedBy(before, steps);
        let newId = 10_000;
        const rows = rowsOf(before);
        const { addedRows, changedRows, removedIds } = diffCategories(rows, toSaveBody(after), () => (newId += 1));
        const isGone = new Set(removedIds);
        const changedIds = new Set(changedRows.map(({ id }) => id));
        const kept = rows.filter(({ id }) => !isGone.has(id) && !changedIds.has(id));
        const saved = treeOf([...kept, ...changedRows, ...addedRows]);
        expect(written(saved)).toBe(written(after));
        expect(matchSavedIds(after, saved)?.size).toBe(all(after).filter(({ id }) => id < 0).length);
      }),
    );
  });

  it('[K41] any sequence of edits can be undone and redone', () => {
    fc.assert(
      fc.property(sequences, ([first, steps]) => {
        const before = grown(first);
        let history = createHistory(before);
        for (const [at, one] of steps.entries()) history = pushStep(history, edited(history.present, one, -1 - at));
        const after = history.present;
        while (history.past.length > 0) history = undoStep(history);
        expect(history.present).toBe(before);
        while (history.future.length > 0) history = redoStep(history);
        expect(history.present).toBe(after);
      }),
      { numRuns: 40 },
    );
  });

  it('[K42] two people’s edits are merged without losing a category of either, unless one of them deleted it', () => {
    fc.assert(
      fc.property(
        fc.tuple(
          fc.array(step, { maxLength: 30 }),
          fc.array(step, { maxLength: 15 }),
          fc.array(step, { maxLength: 15 }),
        ),
        ([first, mine, others]) => {
          const base = grown(first);
          const theirs = editedBy(base, others, -5000);
          const own = editedBy(base, mine);
          const { tree } = rebase(theirs, diffTrees(base, own));
          const has = (drafts: CategoryNodes) => new Set(all(drafts).map(({ id }) => id));
          const [inBase, inTheirs, inOwn, merged] = [base, theirs, own, tree].map(has) as Set<number>[];
          const expected = [...new Set([...(inTheirs ?? []), ...(inOwn ?? [])])].filter(
            id => !inBase?.has(id) || (inTheirs?.has(id) && inOwn?.has(id)),
          );
          expect(expected.filter(id => !merged?.has(id))).toEqual([]);
          expect(all(tree)).toHaveLength(merged?.size ?? 0);
        },
      ),
    );
  });

  it('[K43] a category moves neither into itself nor into what is nested in it, nor too deep', () => {
    expect(findPlacementRefusal(food, 1, 1)).toBe('within');
    expect(findPlacementRefusal(food, 1, 4)).toBe('within');
    expect(findPlacementRefusal(food, 2, 6)).toBeNull();
    expect(moveNode(food, 1, { parent: 3, index: 0 })).toBe(food);
    let deep: CategoryNodes = [];
    for (let level = 0; level < categoryLimits.depth; level += 1)
      deep = addNode(deep, { id: level + 1, name: 'Ниже' }, { parent: level === 0 ? null : level, index: 0 });
    expect(findPlacementRefusal(deep, null, categoryLimits.depth)).toBe('deep');
    expect(findPlacementRefusal(deep, 2, null)).toBeNull();
    expect(findPlacementRefusal([...deep, node(20, 'Пара', node(21, 'Вложенная'))], 20, categoryLimits.depth - 1)).toBe(
      'deep',
    );
  });

  it('[K53] a category moves to its position in another tree, unless that is impossible', () => {
    const theirs = moveNode(addNode(food, { id: 9, name: 'Соки' }, { parent: 6, index: 0 }), 7, {
      parent: 1,
      index: 1,
    });
    const mine = moveNode(food, 7, { parent: null, index: 0 });
    expect(written(moveToPlaceOf(mine, 7, theirs) ?? [])).toBe('Еда(Сыры(Мягкие Твёрдые) Кофе Хлеб) Напитки(Чай)');
    expect(moveToPlaceOf(theirs, 7, theirs)).toBe(theirs);
    expect(moveToPlaceOf(removeNode(mine, 1), 7, theirs)).toBeNull();
    const inside = moveNode(food, 1, { parent: 6, index: 0 });
    expect(moveToPlaceOf(moveNode(food, 6, { parent: 3, index: 0 }), 1, inside)).toBeNull();
  });

  it('[K40] an order that results from one move is reported as one move', () => {
    const names = (after: CategoryNodes) => diffTrees(food, after).placed.map(({ name }) => name);
    expect(names(moveNode(food, 6, { parent: null, index: 0 }))).toHaveLength(1);
    const many = Array.from({ length: 9 }, (_, at) => node(at + 1, `№ ${at}`));
    expect(diffTrees(many, moveNode(many, 1, { parent: null, index: 8 })).placed.map(({ id }) => id)).toEqual([1]);
  });

  it('[K42] conflicts are reported: deleted, renamed and moved by both, filled, and a place within itself', () => {
    const clashes = (mine: CategoryNodes, theirs: CategoryNodes) => rebase(theirs, diffTrees(food, mine)).conflicts;
    expect(clashes(renameNode(food, 7, 'Какао'), removeNode(food, 6))).toEqual([{ kind: 'gone', id: 7, name: 'Кофе' }]);
    expect(clashes(renameNode(food, 7, 'Какао'), renameNode(food, 7, 'Цикорий'))).toEqual([
      { kind: 'renamed', id: 7, name: 'Кофе' },
    ]);
    const top = { parent: null, index: 0 };
    expect(clashes(moveNode(food, 7, top), moveNode(food, 7, { parent: 1, index: 0 }))).toEqual([
      { kind: 'moved', id: 7, name: 'Кофе' },
    ]);
    expect(clashes(removeNode(food, 6), addNode(food, { id: 9, name: 'Соки' }, { parent: 6, index: 0 }))).toEqual([
      { kind: 'filled', id: 6, name: 'Напитки' },
    ]);
    const swapped = [moveNode(food, 2, { parent: 6, index: 0 }), moveNode(food, 6, { parent: 3, index: 0 })] as const;
    expect(clashes(...swapped)).toEqual([{ kind: 'within', id: 2, name: 'Сыры' }]);
    const lost = rebase(
      removeNode(food, 6),
      diffTrees(food, addNode(food, { id: -1, name: 'Соки' }, { parent: 6, index: 0 })),
    );
    expect(lost.conflicts).toEqual([{ kind: 'homeless', id: -1, name: 'Соки' }]);
    expect(written(lost.tree)).toBe('Еда(Сыры(Мягкие Твёрдые) Хлеб) Соки');
  });
});
