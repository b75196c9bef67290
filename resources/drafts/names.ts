import type { Field } from '#contract/fields.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';

/** Fields that appear in drafts but in no resource. */
const draftOnlyFields = ['images', 'products', 'products_order', 'name', 'parent_id', 'position'] as const;
const isDraftOnlyField = (field: string): field is (typeof draftOnlyFields)[number] =>
  (draftOnlyFields as readonly string[]).includes(field);

export const findField = (definition: Definition | null, name: string): Field | null =>
  definition?.collection.fields[name] ?? null;

export const useFieldName = (entity: string, definition: Definition | null): ((name: string) => string) => {
  const t = useT();
  const labels = useLabels(entity);
  return name => {
    const field = findField(definition, name);
    if (field) return field.label ?? labels.field(name);
    if (isDraftOnlyField(name)) return t(`drafts.fields.${name}`);
    // A deleted attribute leaves only its code.
    return name.replace(/^attributes\./, '');
  };
};
