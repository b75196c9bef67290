import { referenceInResource } from '#contract/referenceResource.ts';
import { isReferenceName, referenceOf } from '#contract/references.ts';
import { REQUIRED_FAULT } from '#contract/rules.ts';
import * as resources from '#i18n/ru/resources.ts';
import { common } from '#i18n/ru/words.ts';
import { translateValidation } from '../translate.ts';

type Texts = Readonly<Record<string, string>>;
type Labelled = Readonly<Record<string, { several: string; fields: Texts; faults?: Texts } | undefined>>;
const own: Labelled = resources;

export const labelOf = (resource: string, field: string): string => {
  const reference = referenceInResource(resource);
  const declared = reference && isReferenceName(reference) ? referenceOf(reference).fields?.[field]?.ru : undefined;
  return own[resource]?.fields[field] ?? declared ?? (common as Readonly<Record<string, string>>)[field] ?? field;
};

export const titleOf = (resource: string): string => {
  const reference = referenceInResource(resource);
  if (reference && isReferenceName(reference)) return referenceOf(reference).ru[1];
  return own[resource]?.several ?? reference ?? resource;
};

export const ruleText = (resource: string, fault: string): string =>
  own[resource]?.faults?.[fault] ?? (fault === REQUIRED_FAULT ? translateValidation('required') : fault);
