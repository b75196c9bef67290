import type { Batch, BatchSummary } from '#contract/batches.ts';
import { parseReferenceName } from '#contract/referenceResource.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '../engine/format.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import { getLabelResource, useEntityName, useFieldName } from './names.ts';

/** Fields named in a title; the others are counted. */
const MAX_FIELDS = 3;
/** A title as short as «Статус и цена 344 товаров» names no more than these. */
const MAX_BULK_FIELDS = 2;

/**
 * Names a batch by what was done to what: «Статус 344 товаров».
 * @param definition of the entity that the batch was about; null for a category
 */
export const useBatchName = (batch: Batch, definition: Definition | null): string => {
  const t = useT();
  const { time } = useFormats();
  const { kind, details, entities } = batch;
  const [main] = entities;
  const parts = useBatchParts(batch, definition);
  const replacedLabels = useLabels(getLabelResource(details.resource ?? ''));
  const { what, fields } = parts;
  switch (kind) {
    case 'import':
      return details.name
        ? t('batches.names.import', { name: details.name, time: time(batch.at) })
        : t('batches.names.importUnnamed', { time: time(batch.at) });
    case 'tree':
      return t('batches.names.tree', { name: details.name ?? '' });
    case 'merge':
      return t('batches.names.merge');
    case 'replacement':
      return t('batches.names.replacement', { name: details.name ?? replacedLabels.several });
    case 'images':
      return main?.records === 1
        ? t('batches.names.imagesOf', { what: parts.whatWithin, files: parts.files })
        : t('batches.names.images', { files: parts.files });
    case 'create':
    case 'delete':
    case 'links':
    case 'order':
    case 'restoration':
    case 'undo':
      return t(`batches.names.${kind}`, {
        what: kind === 'undo' && fields ? `${parts.whatWithin}, ${fields}` : parts.whatWithin,
      });
    default:
      if (main && main.records > 1) return parts.ofMany;
      return fields ? t('batches.names.save', { what, fields }) : what;
  }
};

const useBatchParts = ({ entities, subject }: Batch, definition: Definition | null) => {
  const t = useT();
  const { number } = useFormats();
  const [main] = entities;
  const entity = main?.entity ?? 'nomenclature';
  const labels = useLabels(getLabelResource(entity));
  const fieldNames = useFieldNames(entity, definition)(main);
  const one = useEntityName(entity);
  const count = main?.records ?? 0;
  const countValues = { smart_count: count, number: number(count) };
  const counted = entity === 'categories' ? t('batches.categories', countValues) : labels.count(count);
  const nameWith = (noun: string) =>
    subject ? t('batches.names.subject', { one: noun, name: subject.name }) : counted;
  const of = t(`batches.of.${toCounted(entity)}`, countValues);
  const files = main?.changes ?? 0;
  return {
    what: nameWith(one),
    whatWithin: nameWith(lowerFirst(one)),
    fields: joinFields(fieldNames, { t, number }),
    files: t('batches.names.files', { smart_count: files, number: number(files) }),
    ofMany: nameBulk(fieldNames, of, { t, number }),
  };
};

/** Entities whose genitive is known; the others are records. */
const countedEntities = ['nomenclature', 'catalog', 'matrices', 'categories', 'users', 'roles'] as const;

const toCounted = (entity: string) => {
  if (parseReferenceName(entity) !== null) return 'value';
  return countedEntities.find(name => name === entity) ?? 'other';
};

interface Words {
  t: ReturnType<typeof useT>;
  number: (value: number) => string;
}

const nameBulk = (fieldNames: readonly string[], of: string, words: Words): string => {
  const { t } = words;
  const [first, second, ...others] = fieldNames;
  if (first === undefined) return t('batches.names.bulk', { of });
  if (others.length > 0 || fieldNames.length > MAX_BULK_FIELDS)
    return t('batches.names.bulkFields', { of, fields: joinFields(fieldNames, words) });
  const fields = second === undefined ? first : t('batches.names.and', { one: first, other: second });
  return t('batches.names.bulkField', { fields: upperFirst(fields), of });
};

const joinFields = (fieldNames: readonly string[], { t, number }: Words): string => {
  const shown = fieldNames.slice(0, MAX_FIELDS).join(', ');
  const restCount = fieldNames.length - MAX_FIELDS;
  return restCount > 0 ? t('batches.names.andMore', { fields: shown, number: number(restCount) }) : shown;
};

/** Names of the changed fields as in the middle of a sentence; attributes count as one. */
const useFieldNames = (entity: string, definition: Definition | null) => {
  const getName = useFieldName(entity, definition);
  const labels = useLabels(getLabelResource(entity));
  return (main: BatchSummary[number] | undefined): string[] => [
    ...new Set(
      (main?.fields ?? []).map(field =>
        lowerFirst(withoutUnit(field.startsWith('attributes.') ? labels.field('attributes') : getName(field))),
      ),
    ),
  ];
};

/** «Цена, RUB» is «цена» in a sentence. */
const withoutUnit = (label: string): string => label.split(',')[0] ?? label;

/** Keeps abbreviations such as «PLU». */
const lowerFirst = (text: string): string =>
  /^\p{Lu}\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
