import type { Field, Kind } from '#contract/fields.ts';
import type { StoredKind, StoredKinds } from './kind.ts';
import * as kinds from './kinds.ts';

/** A kind of the contract that the server cannot keep does not compile. */
const known: StoredKinds & Readonly<Record<Kind, StoredKind>> = kinds;

/** How the values of a field are kept, whatever its kind. */
export const storedAs = ({ kind }: Pick<Field, 'kind'>): StoredKind => known[kind];

/** The kinds that are kept in a certain way. */
export type KeptAs<How extends StoredKind['keptAs']> = {
  [K in Kind]: (typeof kinds)[K]['keptAs'] extends How ? K : never;
}[Kind];
