import { recogniseTableType } from '../../table/openTable.ts';
import { TableRefusal } from '../../table/refusal.ts';
import { removePreparedImport, storeUpload } from '../prepared/store.ts';
import { cleanFileName } from '../upload.ts';
import { formatRefusal } from '../withTableRefusal.ts';
import { decideTable, type ReadingContext, type TableDecision, type UndecidedTable } from './decideTable.ts';
import { dropTable, type ReceivedTable } from './receiveTable.ts';
import { addTable, isFull, isTaken } from './takenTables.ts';

export interface TakenResult {
  /** `known`: the table was taken before. `full`: too many tables are already waiting. */
  decision: TableDecision['decision'] | 'known' | 'full';
  /** The reason for a refusal, shown to the user; null unless the table was refused. */
  why: string | null;
}

/**
 * Takes a received table for the profile, unless its content was taken before, and decides what happens to it.
 * @throws {ReadingReplacedError}
 */
export const takeTable = async (context: ReadingContext, receivedTable: ReceivedTable): Promise<TakenResult> => {
  const { deps, profile } = context;
  try {
    if (await isTaken(deps.db, profile.id, receivedTable.hash)) return { decision: 'known', why: null };
    if (await isFull(deps.db, profile.id)) return { decision: 'full', why: null };
    const refusal = await findRefusal(receivedTable.path);
    if (refusal !== null) return await refuseTable(context, receivedTable, refusal);
    const undecidedTable = await storeTable(context, receivedTable);
    return undecidedTable ? await decideTable(context, undecidedTable) : { decision: 'known', why: null };
  } finally {
    await dropTable(receivedTable);
  }
};

/** Why a file is not a table; null if it may be a table. */
const findRefusal = async (path: string): Promise<string | null> => {
  try {
    await recogniseTableType(path);
    return null;
  } catch (error) {
    if (error instanceof TableRefusal) return formatRefusal(error);
    throw error;
  }
};

const refuseTable = async (
  { deps, reading }: ReadingContext,
  { name, hash }: ReceivedTable,
  reason: string,
): Promise<TakenResult> => {
  await addTable(deps, reading, {
    hash,
    name: cleanFileName(name),
    state: 'refused',
    why: [reason],
    prepared_id: null,
  });
  return { decision: 'refused', why: reason };
};

/** @returns null if another process has taken the same content in the meantime */
const storeTable = async (
  { deps, reading, profile }: ReadingContext,
  { path, name, hash }: ReceivedTable,
): Promise<UndecidedTable | null> => {
  const fileName = cleanFileName(name);
  const owner = { userId: reading.set_by, findProfile: async () => profile, audience: 'nobody' } as const;
  const preparedImport = await storeUpload(deps, { path, fileName }, owner);
  try {
    const entry = { hash, name: fileName, state: 'checking', why: [], prepared_id: preparedImport.id } as const;
    const table = await addTable(deps, reading, { ...entry, why: [] });
    if (table) return { table, prepared: preparedImport };
  } catch (error) {
    await removePreparedImport(deps, preparedImport);
    throw error;
  }
  await removePreparedImport(deps, preparedImport);
  return null;
};
