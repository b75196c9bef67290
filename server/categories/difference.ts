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
  addedRows: CategoryRow[];
  changedRows: CategoryRow[];
  removedIds: number[];
}

/** @throws {ApiFailure} 400 at the first unknown or repeated id in reading order */
export const assertKnownIds = (knownIds: ReadonlySet<number>, draft: readonly CategoryDraft[]): void => {
  const visited = new Set<number>();
  const pendingNodes = draft.map((node, index) => ({ node, path: `categories.${index}` })).toReversed();
  for (let next = pendingNodes.pop(); next; next = pendingNodes.pop()) {
    const { node, path } = next;
    if (node.id !== undefined) {
      const errorKey = visited.has(node.id) ? 'categories.twice' : 'categories.strange';
      if (visited.has(node.id) || !knownIds.has(node.id))
        throw invalidField(`${path}.id`, translateValidation(errorKey));
      visited.add(node.id);
    }
    pendingNodes.push(
      ...node.children.map((child, index) => ({ node: child, path: `${path}.children.${index}` })).toReversed(),
    );
  }
};

/**
 * The writes that change a platform's rows to match a tree that `assertKnownIds` has accepted. `newId` returns ids for
 * new categories, so that their children can refer to these ids before anything is written.
 */
export const diffCategories = (
  rows: readonly CategoryRow[],
  draft: readonly CategoryDraft[],
  newId: () => number,
): TreeDifference => {
  const before = new Map(rows.map(row => [row.id, row]));
  const remainingIds = new Set(before.keys());
  const difference: TreeDifference = { addedRows: [], changedRows: [], removedIds: [] };
  const pendingBranches: [parent: number | null, children: readonly CategoryDraft[]][] = [[null, draft]];
  for (let next = pendingBranches.pop(); next; next = pendingBranches.pop()) {
    const [parent_id, children] = next;
    const knownRows = children.map(({ id }) => (id === undefined ? undefined : before.get(id)));
    const positions = assignSiblingPositions(
      knownRows.map(row => (row?.parent_id === parent_id ? row.position : null)),
    );
    for (const [index, { name, children: nested }] of children.entries()) {
      const was = knownRows[index];
      const row = { id: was?.id ?? newId(), parent_id, name, position: positions[index] as number };
      remainingIds.delete(row.id);
      if (!was) difference.addedRows.push(row);
      else if (was.parent_id !== parent_id || was.name !== name || was.position !== row.position)
        difference.changedRows.push(row);
      if (nested.length > 0) pendingBranches.push([row.id, nested]);
    }
  }
  difference.removedIds = [...remainingIds];
  return difference;
};
