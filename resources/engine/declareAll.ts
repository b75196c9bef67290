import type { ResourceName } from '#contract/records.ts';
import type { DefinedResource } from './types.ts';

type Undeclared<D extends readonly DefinedResource[]> = Exclude<ResourceName, D[number]['name']>;

/** Requires a declaration for each resource of the contract; the compiler reports missing ones by name. */
export const declareAll = <const D extends readonly DefinedResource[]>(
  declarations: D & { [R in Undeclared<D> as `resource ${R} is not declared`]: never },
): readonly DefinedResource[] => declarations;
