import type { Field } from '#contract/fields.ts';
import { getKindView } from './getKindView.ts';
import type { ItemParts } from './view.ts';

/**
 * The parts into which a field's items are divided. Each kind has its own hook, so callers set a `key` to mount a new
 * component for a different kind.
 */
export const useFieldParts = (field: Field): ItemParts => getKindView(field).useParts(field);
