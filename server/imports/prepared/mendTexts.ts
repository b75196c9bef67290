import type { PreparedChoices } from '#contract/preparing.ts';
import type { Deps } from '../../http/deps.ts';
import { invalidField } from '../../http/errors.ts';
import { tableSources } from '../../records/tableSources.ts';
import { importableWith } from '../../table/importable.ts';
import { translateValidation } from '../../translate.ts';
import { textOf } from '../look.ts';
import { namesIn } from '../lookups.ts';
import type { ReadChoices } from './choices.ts';

type Read = { field: string; text?: string | null | undefined; value?: unknown };

/**
 * Mends as texts of cells: values are written as an export writes them.
 * @throws {ApiFailure} 400 for a value that its field cannot have
 */
export const mendTexts = async (deps: Deps, choices: PreparedChoices): Promise<ReadChoices> => {
  const { cells = [], alike = [] } = choices;
  if (![...cells, ...alike].some(({ value }) => value !== undefined && value !== null))
    return { ...choices, cells: cells.map(asText), alike: alike.map(asText) };
  const fields = importableWith(await tableSources(deps.db));
  const nameOf = await namesIn(deps.db, fields);
  const read = <M extends Read>({ value, ...mend }: M) => {
    if (value === undefined || value === null) return asText({ ...mend, value });
    const field = fields.get(mend.field);
    const parsed = field?.schema.safeParse(value);
    if (!field || !parsed?.success) throw invalidField(mend.field, translateValidation('type'));
    return { ...mend, text: textOf(parsed.data, field, nameOf) };
  };
  return { ...choices, cells: cells.map(read), alike: alike.map(read) };
};

const asText = <M extends Read>({ value: _, ...mend }: M) => ({ ...mend, text: mend.text ?? null });
