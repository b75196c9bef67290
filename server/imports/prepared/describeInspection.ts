import type { Database } from '../../db/database.ts';
import type { TableSummary } from '../../table/batches.ts';
import { getImportLabel } from '../../table/importable.ts';
import type { ImportSource } from '../createImportRun.ts';
import type { DryRun } from '../dryRun.ts';
import {
  canCreateMissingValues,
  describeMissingValues,
  describeReferences,
  omitChosenTexts,
  omitValues,
} from '../missingValues.ts';

/** What a preview shows of a whole table before its rows are compared, and the texts that the user can still decide about. */
export const describeInspection = async (
  db: Database,
  { fields, newValues }: DryRun,
  { sheet, rows, images, missing, unknownValues }: TableSummary,
  { user, options, edits }: ImportSource,
) => {
  const chosenValues = options?.create ? {} : newValues;
  const undecidedValues = omitChosenTexts(unknownValues, fields, edits);
  const undecidedMissing = omitValues(missing, chosenValues);
  return {
    sheet,
    rows,
    images,
    unknownValues: undecidedValues,
    missing: {
      ...(await describeMissingValues(db, undecidedMissing, canCreateMissingValues(user.grantedSlugs))),
      chosen: await describeReferences(db, chosenValues),
    },
    unknown_values: Object.entries(undecidedValues).map(([field, { length: count }]) => ({
      field,
      label: getImportLabel(fields, field),
      count,
    })),
  };
};
