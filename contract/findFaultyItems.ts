import type { z } from 'zod';

type SchemaIssue = z.core.$ZodIssue;

/**
 * Finds the invalid items of a list. Returns the path of the first error by item index, or null if the error is not
 * limited to single items. A list is a page with `items`, or a bare array.
 */
export const findFaultyItems = (issues: readonly SchemaIssue[]): Map<number, PropertyKey[]> | null => {
  const pathsByItem = new Map<number, PropertyKey[]>();
  for (const issue of issues) {
    const branchPaths =
      issue.code === 'invalid_union' && issue.path.length === 0 ? findFaultyBranch(issue.errors) : null;
    const path = issue.path[0] === 'items' ? issue.path.slice(1) : issue.path;
    const [itemIndex, ...rest] = path;
    if (branchPaths) for (const [index, pathInItem] of branchPaths) pathsByItem.set(index, pathInItem);
    else if (typeof itemIndex === 'number') pathsByItem.set(itemIndex, pathsByItem.get(itemIndex) ?? rest);
    else return null;
  }
  return pathsByItem.size > 0 ? pathsByItem : null;
};

const findFaultyBranch = (branches: readonly (readonly SchemaIssue[])[]): Map<number, PropertyKey[]> | null =>
  branches.map(findFaultyItems).find(paths => paths !== null) ?? null;
