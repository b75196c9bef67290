import type { z } from 'zod';

type SchemaIssue = z.core.$ZodIssue;

/**
 * Finds the invalid items of a list. Returns the path of the first error by item index, or null if the error is not
 * limited to single items. A list is a page with `items`, or a bare array.
 */
export const findFaultyItems = (issues: readonly SchemaIssue[]): Map<number, PropertyKey[]> | null => {
  const found = new Map<number, PropertyKey[]>();
  for (const issue of issues) {
    const faultsInBranch =
      issue.code === 'invalid_union' && issue.path.length === 0 ? findFaultyBranch(issue.errors) : null;
    const path = issue.path[0] === 'items' ? issue.path.slice(1) : issue.path;
    const [at, ...rest] = path;
    if (faultsInBranch) for (const [index, of] of faultsInBranch) found.set(index, of);
    else if (typeof at === 'number') found.set(at, found.get(at) ?? rest);
    else return null;
  }
  return found.size > 0 ? found : null;
};

const findFaultyBranch = (branches: readonly (readonly SchemaIssue[])[]): Map<number, PropertyKey[]> | null =>
  branches.map(findFaultyItems).find(found => found !== null) ?? null;
