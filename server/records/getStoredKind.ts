import type { Field, Kind } from '#contract/fields.ts';
import type { StoredKind, StoredKinds } from './kind.ts';
import * as kinds from './kinds.ts';

/** The type makes a contract kind without storage a compile error. */
const storedKinds: StoredKinds & Readonly<Record<Kind, StoredKind>> = kinds;

export const getStoredKind = ({ kind }: Pick<Field, 'kind'>): StoredKind => storedKinds[kind];

export type KindsStoredAs<How extends StoredKind['storage']> = {
  [K in Kind]: (typeof kinds)[K]['storage'] extends How ? K : never;
}[Kind];
