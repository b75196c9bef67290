import type { ResourceName } from '#contract/records.ts';
import type { DefinedResource } from './types.ts';

type Undeclared<D extends readonly DefinedResource[]> = Exclude<ResourceName, D[number]['name']>;

/** Checked by the compiler, because a resource without a declaration would have no screens; the error names it. */
export const declareAll = <const D extends readonly DefinedResource[]>(
  declarations: D & { [R in Undeclared<D> as `resource ${R} is not declared`]: never },
): readonly DefinedResource[] => declarations;
