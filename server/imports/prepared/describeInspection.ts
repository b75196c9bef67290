import type { Database } from '../../db/database.ts';
import type { TableSummary } from '../../table/batches.ts';
import type { ImportSource } from '../createImportRun.ts';
import type { DryRun } from '../dryRun.ts';
import { describeReferences, omitChosenTexts } from '../missingValues.ts';

/**
 * What a preview shows about a whole table before its rows are compared, and the texts that the user still has to
 * decide about.
 */
export const describeInspection = async (
  db: Database,
  { fields, newValues }: DryRun,
  { sheet, rows, images, unknownValues }: TableSummary,
  { edits }: ImportSource,
) => {
  return {
    sheet,
    rows,
    images,
    unknownValues: omitChosenTexts(unknownValues, fields, edits),
    new_values: await describeReferences(db, newValues),
  };
};
