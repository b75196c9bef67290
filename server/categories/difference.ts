import type { CategoryDraft } from '#contract/categories.ts';
import { invalidField } from '../http/errors.ts';
import { translateValidation } from '../translate.ts';
import { assignSiblingPositions } from './places.ts';

export interface CategoryRow {
  id: number;
  parent_id: number | null;
  name: string;
  position: number;
}

export interface TreeDifference {
  added: CategoryRow[];
  changed: CategoryRow[];
  removed: number[];
}

/** @throws {ApiFailure} 400 at the first unknown or repeated id in reading order */
export const assertKnownIds = (known: ReadonlySet<number>, draft: readonly CategoryDraft[]): void => {
  const visited = new Set<number>();
  const waiting = draft.map((node, at) => ({ node, path: `categories.${at}` })).toReversed();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, path } = next;
    if (node.id !== undefined) {
      const fault = visited.has(node.id) ? 'categories.twice' : 'categories.strange';
      if (visited.has(node.id) || !known.has(node.id)) throw invalidField(`${path}.id`, translateValidation(fault));
      visited.add(node.id);
    }
    waiting.push(...node.children.map((child, at) => ({ node: child, path: `${path}.children.${at}` })).toReversed());
  }
};

/**
 * The writes that turn a platform's rows into a tree that `assertKnownIds` has accepted. `newId` returns ids for new
 * categories, so that their children can refer to them before anything is written.
 */
export const diffCategories = (
  rows: readonly CategoryRow[],
  draft: readonly CategoryDraft[],
  newId: () => number,
): TreeDifference => {
  const before = new Map(rows.map(row => [row.id, row]));
  const remainingIds = new Set(before.keys());
  const difference: TreeDifference = { added: [], changed: [], removed: [] };
  const waiting: [parent: number | null, children: readonly CategoryDraft[]][] = [[null, draft]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [parent_id, children] = next;
    const known = children.map(({ id }) => (id === undefined ? undefined : before.get(id)));
    const places = assignSiblingPositions(known.map(row => (row?.parent_id === parent_id ? row.position : null)));
    for (const [at, { name, children: nested }] of children.entries()) {
      const was = known[at];
      const row = { id: was?.id ?? newId(), parent_id, name, position: places[at] as number };
      remainingIds.delete(row.id);
      if (!was) difference.added.push(row);
      else if (was.parent_id !== parent_id || was.name !== name || was.position !== row.position)
        difference.changed.push(row);
      if (nested.length > 0) waiting.push([row.id, nested]);
    }
  }
  difference.removed = [...remainingIds];
  return difference;
};
