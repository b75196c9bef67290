import type { PreparedChoices } from '#contract/preparing.ts';
import type { Caller } from '../../accounts/session/caller.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure, invalidField } from '../../http/errors.ts';
import { readTableSources } from '../../records/readTableSources.ts';
import { isReferenceField, listUnknownNames } from '../../table/cells.ts';
import { getImportableFields, type Importable } from '../../table/importable.ts';
import { translateImport, translateValidation } from '../../translate.ts';
import { formatFieldValue } from '../dryRun.ts';
import { readNames } from '../lookups.ts';
import { canCreateMissingValues } from '../missingValues.ts';
import type { ParsedChoices } from './choices.ts';

type CorrectionInput = { field: string; text?: string | null | undefined; value?: unknown };
type AlikeInput = NonNullable<PreparedChoices['alike']>[number];

/**
 * Converts corrections to cell texts: values are formatted as in an export.
 * @throws {ApiFailure} 400 for a value that is invalid for its field; the errors of `assertCanBeNew`
 */
export const toTextCorrections = async (
  deps: ServerDeps,
  choices: PreparedChoices,
  { grantedSlugs }: Caller,
): Promise<ParsedChoices> => {
  const { cells = [], alike = [] } = choices;
  const newTexts = alike.filter(({ is_new }) => is_new);
  const hasValues = [...cells, ...alike].some(({ value }) => value !== undefined && value !== null);
  if (!hasValues && newTexts.length === 0)
    return { ...choices, cells: cells.map(replaceValueByText), alike: alike.map(replaceValueByText) };
  const fields = getImportableFields(await readTableSources(deps.db));
  assertCanBeNew(newTexts, fields, grantedSlugs);
  const nameOf = await readNames(deps.db, fields);
  const readCorrection = <M extends CorrectionInput>({ value, ...correction }: M) => {
    if (value === undefined || value === null) return replaceValueByText({ ...correction, value });
    const field = fields.get(correction.field);
    const parseResult = field?.schema.safeParse(value);
    if (!field || !parseResult?.success) throw invalidField(correction.field, translateValidation('type'));
    return { ...correction, text: formatFieldValue(parseResult.data, field, nameOf) };
  };
  return { ...choices, cells: cells.map(readCorrection), alike: alike.map(readCorrection) };
};

const replaceValueByText = <M extends CorrectionInput>({ value: _, ...correction }: M) => ({
  ...correction,
  text: correction.text ?? null,
});

/** @throws {ApiFailure} 403 if the caller may not create reference values; 400 for a text that cannot become one */
const assertCanBeNew = (
  newTexts: readonly AlikeInput[],
  fields: Importable,
  grantedSlugs: ReadonlySet<string>,
): void => {
  if (newTexts.length > 0 && !canCreateMissingValues(grantedSlugs))
    throw new ApiFailure('forbidden', { message: translateImport('refused.mayNotCreate') });
  for (const { field: name, text } of newTexts) {
    const field = fields.get(name);
    const isName = field && text && isReferenceField(field) && listUnknownNames(text, field, {}).length > 0;
    if (!isName) throw invalidField(name, translateValidation('type'));
  }
};
