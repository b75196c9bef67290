import type { ResourceName } from '#contract/records.ts';
import type { DefinedResource } from './types.ts';

type Undeclared<D extends readonly DefinedResource[]> = Exclude<ResourceName, D[number]['name']>;

/** The declarations of every resource of the contract: one that is missing is named here. */
export const declared = <const D extends readonly DefinedResource[]>(
  declarations: D & { [R in Undeclared<D> as `resource ${R} is not declared`]: never },
): readonly DefinedResource[] => declarations;
