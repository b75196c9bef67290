import type { DraftEntity } from '#contract/drafts.ts';
import type { Field } from '#contract/fields.ts';
import { useT } from '#providers/i18nProvider.ts';
import type { Definition } from '../schema/types.ts';
import { useLabels } from '../schema/useLabels.ts';

/** Fields that drafts tell of and that no collection declares. */
const own = ['images', 'products', 'products_order', 'name', 'parent_id', 'position'] as const;
const isOwn = (field: string): field is (typeof own)[number] => (own as readonly string[]).includes(field);

/** The declaration of a field, where it has one. */
export const fieldIn = (definition: Definition | null, name: string): Field | null =>
  definition?.collection.fields[name] ?? null;

/** What people call a field that changed. */
export const useFieldName = (entity: DraftEntity, definition: Definition | null): ((name: string) => string) => {
  const t = useT();
  const labels = useLabels(entity);
  return name => {
    const field = fieldIn(definition, name);
    if (field) return field.label ?? labels.field(name);
    if (isOwn(name)) return t(`drafts.fields.${name}`);
    // An attribute that is not there any more is known by its code alone.
    return name.replace(/^attributes\./, '');
  };
};
