import { isReferenceName, referenceInResource, referenceOf } from '#contract/references.ts';
import { common, resources } from '#i18n/ru/resources.ts';

type Labelled = Readonly<Record<string, { several: string; fields: Readonly<Record<string, string>> } | undefined>>;
const own: Labelled = resources;

/** The Russian label of a field, by which a table's column is known. */
export const labelOf = (resource: string, field: string): string => {
  const reference = referenceInResource(resource);
  const declared = reference && isReferenceName(reference) ? referenceOf(reference).fields?.[field]?.ru : undefined;
  return own[resource]?.fields[field] ?? declared ?? (common as Readonly<Record<string, string>>)[field] ?? field;
};

/** What the records of a resource are called in Russian. */
export const titleOf = (resource: string): string => {
  const reference = referenceInResource(resource);
  if (reference && isReferenceName(reference)) return referenceOf(reference).ru[1];
  return own[resource]?.several ?? reference ?? resource;
};
