import type { Field } from '#contract/fields.ts';

/** Whether both fields refer to the same reference, so that ids can be kept. */
export const isSameTarget = (from: Field, to: { of: string }): boolean => 'of' in from && from.of === to.of;
