import type { CategoryDraft } from '#contract/categories.ts';
import { invalidField } from '../errors.ts';
import { sayOfValue } from '../say.ts';
import { placesOf } from './places.ts';

/** A category as the database keeps it. */
export interface CategoryRow {
  id: number;
  parent_id: number | null;
  name: string;
  position: number;
}

/** What has to be written for a tree to become another one. */
export interface Difference {
  added: CategoryRow[];
  changed: CategoryRow[];
  removed: number[];
}

/** Every category of a tree that is to be saved has to be one of these, once. @throws {ApiFailure} 400 at the one that is not */
export const checkIds = (known: ReadonlySet<number>, draft: readonly CategoryDraft[]): void => {
  const seen = new Set<number>();
  const waiting = draft.map((node, at) => ({ node, path: `categories.${at}` })).toReversed();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, path } = next;
    if (node.id !== undefined) {
      const fault = seen.has(node.id) ? 'categories.twice' : 'categories.strange';
      if (seen.has(node.id) || !known.has(node.id)) throw invalidField(`${path}.id`, sayOfValue(fault));
      seen.add(node.id);
    }
    waiting.push(...node.children.map((child, at) => ({ node: child, path: `${path}.children.${at}` })).toReversed());
  }
};

/** How the rows of a platform become a tree whose ids were checked. `newId` gives the ids of new categories. */
export const differenceOf = (
  rows: readonly CategoryRow[],
  draft: readonly CategoryDraft[],
  newId: () => number,
): Difference => {
  const before = new Map(rows.map(row => [row.id, row]));
  const left = new Set(before.keys());
  const difference: Difference = { added: [], changed: [], removed: [] };
  const waiting: [parent: number | null, children: readonly CategoryDraft[]][] = [[null, draft]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [parent_id, children] = next;
    const known = children.map(({ id }) => (id === undefined ? undefined : before.get(id)));
    const places = placesOf(known.map(row => (row?.parent_id === parent_id ? row.position : null)));
    for (const [at, { name, children: nested }] of children.entries()) {
      const was = known[at];
      const row = { id: was?.id ?? newId(), parent_id, name, position: places[at] as number };
      left.delete(row.id);
      if (!was) difference.added.push(row);
      else if (was.parent_id !== parent_id || was.name !== name || was.position !== row.position)
        difference.changed.push(row);
      if (nested.length > 0) waiting.push([row.id, nested]);
    }
  }
  difference.removed = [...left];
  return difference;
};
