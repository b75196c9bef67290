import type { PreparedChoices } from '#contract/preparing.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { invalidField } from '../../http/errors.ts';
import { readTableSources } from '../../records/readTableSources.ts';
import { getImportableFields } from '../../table/importable.ts';
import { translateValidation } from '../../translate.ts';
import { formatFieldValue } from '../dryRun.ts';
import { readNames } from '../lookups.ts';
import type { ParsedChoices } from './choices.ts';

type CorrectionInput = { field: string; text?: string | null | undefined; value?: unknown };

/**
 * Converts corrections to cell texts: values are formatted as in an export.
 * @throws {ApiFailure} 400 for a value that is invalid for its field
 */
export const toTextCorrections = async (deps: ServerDeps, choices: PreparedChoices): Promise<ParsedChoices> => {
  const { cells = [], alike = [] } = choices;
  if (![...cells, ...alike].some(({ value }) => value !== undefined && value !== null))
    return { ...choices, cells: cells.map(replaceValueByText), alike: alike.map(replaceValueByText) };
  const fields = getImportableFields(await readTableSources(deps.db));
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
