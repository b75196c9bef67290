import type { SeenFile } from '../../db/importSchedulesSchema.ts';
import { createTally, type SourceResult } from './createTally.ts';
import type { ReadingContext } from './decideTable.ts';
import { type FolderFile, listTables, readFolderTable, resolveFolder } from './folder.ts';
import { SourceError } from './sourceError.ts';
import { takeTable } from './takeTable.ts';

/** How long a file has to stay unchanged to count as complete, in ms. */
const RESTING_MS = 10_000;

/**
 * Takes the tables of a folder that have not been taken yet, the oldest first.
 * @throws {SourceError} when the folder cannot be read
 */
export const readFolder = async (context: ReadingContext, folder: string): Promise<SourceResult> => {
  const { deps, reading, signal } = context;
  const folderPath = await resolveFolder(deps.config.importsDir, folder);
  const files = await listTables(folderPath, folder);
  const now = deps.clock().getTime();
  const seenFiles = new Map<string, SeenFile>();
  const tally = createTally('nothing');
  for (const file of files) {
    signal.throwIfAborted();
    const state = updateSeen(reading.seen[file.name], file, now);
    seenFiles.set(file.name, state);
    if (state.isDone) continue;
    if (now - state.at < RESTING_MS) tally.addUnfinished();
    else if (!tally.isStopped())
      seenFiles.set(file.name, { ...state, isDone: await takeFile(context, folderPath, file, tally) });
  }
  return { ...tally.result(), changes: { seen: Object.fromEntries(seenFiles) } };
};

const updateSeen = (before: SeenFile | undefined, { size, mtime }: FolderFile, now: number): SeenFile =>
  before?.size === size && before.mtime === mtime ? before : { size, mtime, at: now, isDone: false };

/**
 * A file that cannot be read does not prevent others from being taken.
 * @returns whether the file need not be read again
 */
const takeFile = async (
  context: ReadingContext,
  folderPath: string,
  file: FolderFile,
  tally: ReturnType<typeof createTally>,
): Promise<boolean> => {
  try {
    const receivedTable = await readFolderTable(context.deps, folderPath, file);
    if (receivedTable) return tally.add(await takeTable(context, receivedTable));
    tally.addUnfinished();
    return false;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    tally.addError(error);
    return !error.isTemporary;
  }
};
