import type { Field } from '#contract/fields.ts';

/** Whether both fields refer to the same reference, so that ids can be kept. */
export const isSameTarget = (sourceField: Field, targetField: { of: string }): boolean =>
  'of' in sourceField && sourceField.of === targetField.of;
