import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, gt, lte } from 'drizzle-orm';
import type { Arrangement } from '#contract/arrangement.ts';
import { type ImportProfile, type Mends, type PreparedChoices, preparedLimits } from '#contract/preparing.ts';
import type { Database } from '../../db/database.ts';
import { preparedImports } from '../../db/schema.ts';
import type { Deps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { translateImport } from '../../translate.ts';
import { clearFolder, type Upload } from '../upload.ts';

export type Prepared = typeof preparedImports.$inferSelect;

const DAY = 24 * 3_600_000;

const folderOf = (dataDir: string): string => join(dataDir, 'prepared');
export const storedName = (key: string): string => `imports/${key}`;
const localPath = ({ config }: Pick<Deps, 'config'>, key: string): string => join(folderOf(config.dataDir), key);
/** A new one each time, because a preview may still be read while the next one is counted. */
export const newRowsPath = (deps: Pick<Deps, 'config'>, { key }: Pick<Prepared, 'key'>): string =>
  `${localPath(deps, key)}.${randomUUID()}.rows`;

const expiryFrom = (now: Date): Date => new Date(now.getTime() + preparedLimits.days * DAY);

/**
 * Keeps an upload in the file store, where every server process finds it. The row is written last, so that it never
 * lacks its file.
 */
export const keepUpload = async (
  deps: Deps,
  { path, fileName }: Upload,
  { userId, profile }: { userId: number; profile: ImportProfile | null },
): Promise<Prepared> => {
  const key = basename(path);
  await deps.files.put(storedName(key), await readFile(path), 'application/octet-stream');
  await mkdir(folderOf(deps.config.dataDir), { recursive: true });
  await rename(path, localPath(deps, key));
  const now = deps.clock();
  const [kept] = await deps.db
    .insert(preparedImports)
    .values({
      user_id: userId,
      file_name: fileName,
      key,
      ...(profile && arrangedBy(profile)),
      mends: { cells: {}, alike: [] },
      left_out: [],
      created_at: now,
      expires_at: expiryFrom(now),
    })
    .returning();
  if (!kept) throw new Error('a prepared import was not written');
  return kept;
};

const arrangedBy = ({ id, arrangement }: ImportProfile) => ({
  arrangement,
  profile_id: id,
  clear: arrangement.clears,
});

const isOwn = (deps: Pick<Deps, 'clock'>, userId: number) =>
  and(eq(preparedImports.user_id, userId), gt(preparedImports.expires_at, deps.clock()));

export const listPrepared = (deps: Deps, userId: number): Promise<Prepared[]> =>
  deps.db.select().from(preparedImports).where(isOwn(deps, userId)).orderBy(desc(preparedImports.id));

interface Own {
  id: number;
  userId: number;
}

const selectOwn = (deps: Pick<Deps, 'clock'>, db: Database, { id, userId }: Own) =>
  db
    .select()
    .from(preparedImports)
    .where(and(eq(preparedImports.id, id), isOwn(deps, userId)));

const gone = () => new ApiFailure('notFound', { message: translateImport('refused.preparedGone') });

/** @throws {ApiFailure} 404 for another user's, and for one that has expired or was imported */
export const readPrepared = async (deps: Deps, own: Own): Promise<Prepared> => {
  const [found] = await selectOwn(deps, deps.db, own);
  if (!found) throw gone();
  return found;
};

/** The file on this server's disk; fetched from the store unless it is there already. @throws {ApiFailure} 404 */
export const localFile = async (deps: Deps, { key }: Pick<Prepared, 'key'>): Promise<string> => {
  const file = localPath(deps, key);
  if (await stat(file).catch(() => null)) return file;
  const stored = await deps.files.read(storedName(key));
  if (!stored) throw gone();
  await mkdir(folderOf(deps.config.dataDir), { recursive: true });
  const part = `${file}.${process.pid}.part`;
  await pipeline(Readable.fromWeb(stored.body as never), createWriteStream(part, { mode: 0o600 }));
  await rename(part, file);
  return file;
};

/** Changes of the choices whose mends are texts of the file. */
export type ReadChoices = Omit<PreparedChoices, 'cells' | 'alike' | 'layout'> & {
  profile?: ImportProfile;
  cells: readonly { row: number; field: string; text: string | null }[];
  alike: Mends['alike'];
  /** Where the table is without an arrangement; needed when the arrangement is given. */
  proposed?: Layout;
};

type Layout = Pick<Arrangement, 'sheet' | 'header'>;

/** Applies changes of the choices; those made at the same time in another tab are kept. */
export const changePrepared = (deps: Deps, own: Own, changes: ReadChoices): Promise<Prepared> =>
  deps.db.transaction(async tx => {
    const [before] = await selectOwn(deps, tx, own).for('update');
    if (!before) throw gone();
    const { create, clear, arrangement } = changes;
    const [after] = await tx
      .update(preparedImports)
      .set({
        ...(create !== undefined && { create }),
        ...(clear !== undefined && { clear }),
        ...(arrangement !== undefined && { arrangement }),
        ...(changes.profile && arrangedBy(changes.profile)),
        ...editsAfter(before, changes),
        revision: before.revision + 1,
        expires_at: expiryFrom(deps.clock()),
      })
      .where(eq(preparedImports.id, before.id))
      .returning();
    if (!after) throw new Error('a prepared import is gone while it is locked');
    return after;
  });

const editsAfter = ({ arrangement, mends, left_out }: Prepared, changes: ReadChoices) => {
  const [was, is] =
    changes.arrangement === undefined ? [] : [arrangement ?? changes.proposed, changes.arrangement ?? changes.proposed];
  const isSameSheet = was?.sheet === is?.sheet;
  const isSameLayout = isSameSheet && isDeepStrictEqual(was?.header, is?.header);
  return {
    mends: mendsAfter(isSameLayout ? mends : { cells: {}, alike: [] }, changes),
    left_out: leftOutAfter(isSameSheet ? left_out : [], changes),
  };
};

const mendsAfter = ({ cells, alike }: Mends, changes: ReadChoices): Mends => {
  const next = { ...cells };
  for (const { row, field, text } of changes.cells) next[row] = { ...next[row], [field]: text };
  const isReplaced = (one: Mends['alike'][number]) =>
    changes.alike.some(({ field, was }) => field === one.field && was === one.was);
  return { cells: next, alike: [...alike.filter(one => !isReplaced(one)), ...changes.alike] };
};

const leftOutAfter = (before: readonly number[], { leave_out, take_back }: ReadChoices): number[] => {
  if (take_back === true) return [];
  const back = new Set(take_back);
  return [...new Set([...before, ...(leave_out ?? [])])].filter(row => !back.has(row));
};

export const removePrepared = async (deps: Deps, prepared: Pick<Prepared, 'id' | 'key'>): Promise<void> => {
  await deps.db.delete(preparedImports).where(eq(preparedImports.id, prepared.id));
  await removeStored(deps, prepared.key);
};

export const removeStored = async (deps: Deps, key: string): Promise<void> => {
  await deps.files.remove([storedName(key)]);
  await rm(localPath(deps, key), { force: true });
};

/** Removes what has expired, and the files on this disk that nobody has read for as long. */
export const prunePrepared = async (deps: Deps): Promise<void> => {
  const expired = await deps.db
    .select({ id: preparedImports.id, key: preparedImports.key })
    .from(preparedImports)
    .where(lte(preparedImports.expires_at, deps.clock()));
  for (const prepared of expired) await removePrepared(deps, prepared);
  await clearFolder(folderOf(deps.config.dataDir), preparedLimits.days * DAY);
};
