import type { Field } from '#contract/fields.ts';

/** Whether both fields name values of one reference. */
export const isOfSame = (from: Field, to: { of: string }): boolean => 'of' in from && from.of === to.of;
