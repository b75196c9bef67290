import type { Database } from '../db/database.ts';
import type { ImportOutcome } from '../db/importsSchema.ts';
import { importOutcomes } from '../db/schema.ts';

/**
 * Stores the outcomes of a part of a run, for the report. @param toRow null for products that the file does not contain
 */
export const writeOutcomes = async (
  tx: Database,
  run_id: number,
  to_row: number | null,
  outcomes: readonly ImportOutcome[],
): Promise<void> => void (await tx.insert(importOutcomes).values({ run_id, to_row, outcomes: [...outcomes] }));
