import type { PreparedChoices } from '#contract/preparing.ts';
import type { Deps } from '../../http/deps.ts';
import { invalidField } from '../../http/errors.ts';
import { tableSources } from '../../records/tableSources.ts';
import { importableFieldsWith } from '../../table/importable.ts';
import { translateValidation } from '../../translate.ts';
import { textOf } from '../dryRun.ts';
import { readNames } from '../lookups.ts';
import type { ReadChoices } from './choices.ts';

type CorrectionInput = { field: string; text?: string | null | undefined; value?: unknown };

/**
 * Mends as texts of cells: values are written as an export writes them.
 * @throws {ApiFailure} 400 for a value that its field cannot have
 */
export const correctionsAsText = async (deps: Deps, choices: PreparedChoices): Promise<ReadChoices> => {
  const { cells = [], alike = [] } = choices;
  if (![...cells, ...alike].some(({ value }) => value !== undefined && value !== null))
    return { ...choices, cells: cells.map(withText), alike: alike.map(withText) };
  const fields = importableFieldsWith(await tableSources(deps.db));
  const nameOf = await readNames(deps.db, fields);
  const read = <M extends CorrectionInput>({ value, ...mend }: M) => {
    if (value === undefined || value === null) return withText({ ...mend, value });
    const field = fields.get(mend.field);
    const parsed = field?.schema.safeParse(value);
    if (!field || !parsed?.success) throw invalidField(mend.field, translateValidation('type'));
    return { ...mend, text: textOf(parsed.data, field, nameOf) };
  };
  return { ...choices, cells: cells.map(read), alike: alike.map(read) };
};

const withText = <M extends CorrectionInput>({ value: _, ...mend }: M) => ({ ...mend, text: mend.text ?? null });
