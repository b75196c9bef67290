import type { Field } from '#contract/fields.ts';
import { isResourceName, type ResourceName } from '#contract/records.ts';
import { parseReferenceName, referenceResource } from '#contract/referenceResource.ts';
import { type ReferenceName, referenceNames } from '#contract/references.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';

/** Fields that appear in drafts but in no resource. */
export const draftOnlyFields = ['images', 'products', 'products_order', 'name', 'parent_id', 'position'] as const;
const isDraftOnlyField = (field: string): field is (typeof draftOnlyFields)[number] =>
  (draftOnlyFields as readonly string[]).includes(field);

export const findField = (definition: Definition | null, name: string): Field | null =>
  definition?.collection.fields[name] ?? null;

/**
 * The resource with the texts of an entity. References that users added share those of the declared ones, and a category
 * has texts of its own.
 */
export const getLabelResource = (entity: string): ResourceName =>
  isResourceName(entity) ? entity : referenceResource(referenceNames[0] as ReferenceName);

/** What a record of an entity is called: «Товар». */
export const useEntityName = (entity: string): string => {
  const t = useT();
  const { one } = useLabels(getLabelResource(entity));
  if (isResourceName(entity)) return one;
  return entity === 'categories' ? t('drafts.category') : t('batches.value');
};

export const useFieldName = (entity: string, definition: Definition | null): ((name: string) => string) => {
  const t = useT();
  const labels = useLabels(getLabelResource(entity));
  return name => {
    const field = findField(definition, name);
    if (field) return field.label ?? labels.field(name);
    if (isDraftOnlyField(name)) return t(`drafts.fields.${name}`);
    if (name !== '' && parseReferenceName(entity)) return labels.field(name);
    // A deleted attribute leaves only its code.
    return name.replace(/^attributes\./, '');
  };
};
