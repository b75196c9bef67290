import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { thumbnailNames } from '#contract/images.ts';
import { type Database, queryRows } from '../db/database.ts';
import { pictures, runs } from '../db/schema.ts';
import type { FileStore, ListedFile } from '../files/store.ts';
import { activeStatuses } from '../jobs/runs.ts';
import { getPictureFilePath } from '../media/images/pictureStore.ts';
import { renderUpload } from '../media/images/render.ts';
import { type Finding, MAX_EXAMPLES } from './finding.ts';

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

export interface FilesToCheck {
  db: Database;
  files: FileStore;
  now: Date;
}

export interface FileCheck {
  findings: Finding[];
  stored: { count: number; bytes: number };
}

/**
 * Compares the store of files with the rows that refer to it. Leaves out what is too young to tell: a file may be
 * stored before its row, or the other way round. Listing may take minutes, while servers store and remove files, so what
 * disagrees is compared with the rows as they are afterwards, too.
 */
export const checkFiles = async ({ db, files, now }: FilesToCheck): Promise<FileCheck> => {
  const rows = await readReferences(db);
  const stored = new Set<string>();
  const orphans: ListedFile[] = [];
  let bytes = 0;
  for await (const file of files.list()) {
    bytes += file.bytes;
    stored.add(file.name);
    if (!isExpected(file, rows) && now.getTime() - file.modifiedAt.getTime() > DAY_MS) orphans.push(file);
  }
  const later = await readReferences(db);
  const findings = [
    ...describeOrphans(
      { db, files, now },
      orphans.filter(file => !isExpected(file, later)).map(({ name }) => name),
    ),
    ...(await checkPictures({ db, files, now }, keepUnchanged(rows.pictures, later.pictures), stored)),
    ...describeLostTables(
      [...rows.awaitedImports].filter(key => later.awaitedImports.has(key)),
      stored,
    ),
  ];
  return { findings, stored: { count: stored.size, bytes } };
};

interface PictureRow {
  ending: string;
  touched_at: Date;
  isUsed: boolean;
}

interface References {
  pictures: Map<string, PictureRow>;
  /** Keys of tables with a row. */
  imports: Set<string>;
  /** Those that wait to be imported or are being imported; the files of the others may be gone before their rows. */
  awaitedImports: Set<string>;
}

const readReferences = async (db: Database): Promise<References> => {
  const rows = await queryRows<{ key: string; ending: string; touched_at: string; used: boolean }>(
    db,
    sql`select key, ending, touched_at::text, exists (select from product_images where key = pictures.key)
        or exists (select from model_images where key = pictures.key)
        or exists (select from avatars where key = pictures.key) as used
      from pictures`,
  );
  const isActive = inArray(runs.status, [...activeStatuses]);
  const imports = await queryRows<{ key: string; awaited: boolean }>(
    db,
    sql`select key, expires_at > now() as awaited from prepared_imports
      union all select key, ${isActive} as awaited from import_sources join runs on runs.id = run_id`,
  );
  return {
    pictures: new Map(
      rows.map(({ key, ending, touched_at, used }) => [
        key,
        { ending, touched_at: new Date(touched_at), isUsed: used },
      ]),
    ),
    imports: new Set(imports.map(({ key }) => key)),
    awaitedImports: new Set(imports.filter(({ awaited }) => awaited).map(({ key }) => key)),
  };
};

/** Without those that were removed or stored anew meanwhile. */
const keepUnchanged = (before: References['pictures'], later: References['pictures']): References['pictures'] =>
  new Map([...later].filter(([key, { touched_at }]) => +touched_at === +(before.get(key)?.touched_at ?? Number.NaN)));

const listPictureFiles = (key: string, { ending }: Pick<PictureRow, 'ending'>): string[] =>
  [`full.${ending}`, ...thumbnailNames.map(name => `${name}.webp`)].map(name => getPictureFilePath(key, name));

const isExpected = ({ name }: ListedFile, { pictures: known, imports }: References): boolean => {
  const [folder, part = '', key = ''] = name.split('/');
  if (folder === 'imports') return imports.has(part.replace(/\..*/, ''));
  const picture = folder === 'images' ? known.get(key) : undefined;
  return picture !== undefined && listPictureFiles(key, picture).includes(name);
};

const describeOrphans = (checked: FilesToCheck, names: readonly string[]): Finding[] =>
  names.length === 0
    ? []
    : [
        {
          kind: 'fileWithoutRow',
          subject: 'files',
          count: names.length,
          examples: names.slice(0, MAX_EXAMPLES),
          repair: () => removeOrphans(checked, names),
        },
      ];

const removeOrphans = async ({ db, files, now }: FilesToCheck, names: readonly string[]): Promise<void> => {
  const ofPictures = new Map<string, string[]>();
  const others: string[] = [];
  for (const name of names) {
    const key = getPictureKey(name);
    if (key === null) others.push(name);
    else ofPictures.set(key, [...(ofPictures.get(key) ?? []), name]);
  }
  await files.remove(others);
  for (const [key, ofPicture] of ofPictures) await removePictureOrphans({ db, files, now }, key, ofPicture);
};

const getPictureKey = (name: string): string | null => {
  const [folder, , key = ''] = name.split('/');
  return folder === 'images' && key !== '' ? key : null;
};

/**
 * The row of the picture stays locked meanwhile, so that an upload of the same picture waits and writes its files again. If
 * there is none, one is inserted for this purpose.
 */
const removePictureOrphans = ({ db, files, now }: FilesToCheck, key: string, names: readonly string[]): Promise<void> =>
  db.transaction(async tx => {
    const lock: typeof pictures.$inferInsert = { key, ending: 'jpg', width: 0, height: 0, bytes: 0, touched_at: now };
    const added = await tx.insert(pictures).values(lock).onConflictDoNothing().returning({ key: pictures.key });
    const [row] = await tx
      .select({ ending: pictures.ending })
      .from(pictures)
      .where(eq(pictures.key, key))
      .for('update');
    if (!row) return;
    const expected = added.length > 0 ? [] : listPictureFiles(key, row);
    await files.remove(names.filter(name => !expected.includes(name)));
    if (added.length > 0) await tx.delete(pictures).where(eq(pictures.key, key));
  });

/** A table that waits can be uploaded again, and one that is being imported ends with an error of its own. */
const describeLostTables = (keys: readonly string[], stored: ReadonlySet<string>): Finding[] => {
  const lost = keys.map(key => `imports/${key}`).filter(name => !stored.has(name));
  if (lost.length === 0) return [];
  return [
    {
      kind: 'rowWithoutFile',
      subject: 'imports',
      count: lost.length,
      examples: lost.slice(0, MAX_EXAMPLES),
      repair: null,
    },
  ];
};

const checkPictures = async (
  { db, files, now }: FilesToCheck,
  known: References['pictures'],
  stored: ReadonlySet<string>,
): Promise<Finding[]> => {
  const incomplete = [...known].filter(
    ([key, picture]) =>
      now.getTime() - picture.touched_at.getTime() > HOUR_MS &&
      listPictureFiles(key, picture).some(name => !stored.has(name)),
  );
  const hasOriginal = ([key, picture]: [string, PictureRow]) => stored.has(listPictureFiles(key, picture)[0] ?? '');
  const renderable = incomplete.filter(hasOriginal);
  const lost = incomplete.filter(entry => !hasOriginal(entry));
  const unused = lost.filter(([, { isUsed }]) => !isUsed).map(([key]) => key);
  const shown = lost.filter(([, { isUsed }]) => isUsed).map(([key]) => key);
  return [
    describePictures(
      'thumbnailWithoutFile',
      renderable.map(([key]) => key),
      async () => {
        for (const [key, picture] of renderable) await renderAgain(files, key, picture, stored);
      },
    ),
    describePictures('unusedRowWithoutFile', unused, async () => {
      // Not one that is being uploaded again.
      const isOld = lt(pictures.touched_at, new Date(now.getTime() - HOUR_MS));
      for (const key of unused) await db.delete(pictures).where(and(eq(pictures.key, key), isOld));
    }),
    { ...describePictures('rowWithoutFile', shown, null), examples: await nameUsers(db, shown) },
  ].filter(({ count }) => count > 0);
};

const describePictures = (kind: Finding['kind'], keys: readonly string[], repair: Finding['repair']): Finding => ({
  kind,
  subject: 'pictures',
  count: keys.length,
  examples: keys.slice(0, MAX_EXAMPLES),
  repair,
});

/** The stored original is complete, so its smaller versions can be made again. */
const renderAgain = async (
  files: FileStore,
  key: string,
  picture: PictureRow,
  stored: ReadonlySet<string>,
): Promise<void> => {
  const original = await files.read(listPictureFiles(key, picture)[0] ?? '');
  if (!original) return;
  const bytes = Buffer.from(await new Response(original.body).arrayBuffer());
  const rendered = await renderUpload(() => Promise.resolve(bytes));
  for (const file of rendered.files) {
    const name = getPictureFilePath(key, file.name);
    if (!stored.has(name)) await files.put(name, file.bytes, file.mediaType);
  }
};

/** The records that show a lost picture, so that somebody can upload it again. */
const nameUsers = async (db: Database, keys: readonly string[]): Promise<string[]> => {
  if (keys.length === 0) return [];
  const isLost = inArray(sql`key`, [...keys]);
  const rows = await queryRows<{ label: string }>(
    db,
    sql`select label from (
        select 'products ' || products.id || ' ' || name as label from product_images join products on products.id = record_id where ${isLost}
        union select 'models ' || models.id || ' ' || name from model_images join models on models.id = record_id where ${isLost}
        union select 'users ' || users.id || ' ' || name from avatars join users on users.id = user_id where ${isLost}
      ) shown order by 1 limit ${MAX_EXAMPLES}`,
  );
  return rows.map(({ label }) => label);
};
