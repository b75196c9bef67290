import type { Field } from '#contract/fields.ts';
import * as kinds from './kinds.ts';
import type { View, Views } from './view.ts';

/** A kind of the contract that no screen can draw does not compile. */
const known: Views = kinds;

/** How a field is drawn, whatever its kind: what is found by the kind of a field can draw that field. */
export const viewOf = ({ kind }: Pick<Field, 'kind'>): View => known[kind] as unknown as View;
