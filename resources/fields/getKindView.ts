import type { Field } from '#contract/fields.ts';
import * as kinds from './kinds.ts';
import type { KindView, KindViews } from './view.ts';

/** A compile-time check that every kind of the contract has a view. */
const viewRegistry: KindViews = kinds;

/** The view of a field. The cast is safe: the view is found by the field's own kind. */
export const getKindView = ({ kind }: Pick<Field, 'kind'>): KindView => viewRegistry[kind] as unknown as KindView;
