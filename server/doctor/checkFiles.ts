import { eq, inArray, sql } from 'drizzle-orm';
import { thumbnailNames } from '#contract/images.ts';
import { type Database, queryRows } from '../db/database.ts';
import { pictures } from '../db/schema.ts';
import type { FileStore, ListedFile } from '../files/store.ts';
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
 * stored before its row, or the other way round.
 */
export const checkFiles = async ({ db, files, now }: FilesToCheck): Promise<FileCheck> => {
  const rows = await readReferences(db);
  const stored = new Set<string>();
  const orphans: string[] = [];
  let bytes = 0;
  for await (const file of files.list()) {
    bytes += file.bytes;
    stored.add(file.name);
    if (!isExpected(file, rows) && now.getTime() - file.modifiedAt.getTime() > DAY_MS) orphans.push(file.name);
  }
  const findings = [
    ...describeOrphans(files, orphans),
    ...(await checkPictures({ db, files, now }, rows.pictures, stored)),
    ...describeLostTables(rows.imports, stored),
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
  /** Keys of tables that wait to be imported or are being imported. */
  imports: Set<string>;
}

const readReferences = async (db: Database): Promise<References> => {
  const rows = await queryRows<{ key: string; ending: string; touched_at: string; used: boolean }>(
    db,
    sql`select key, ending, touched_at::text, exists (select from product_images where key = pictures.key)
        or exists (select from model_images where key = pictures.key)
        or exists (select from avatars where key = pictures.key) as used
      from pictures`,
  );
  const imports = await queryRows<{ key: string }>(
    db,
    sql`select key from prepared_imports where expires_at > now() union select key from import_sources`,
  );
  return {
    pictures: new Map(
      rows.map(({ key, ending, touched_at, used }) => [
        key,
        { ending, touched_at: new Date(touched_at), isUsed: used },
      ]),
    ),
    imports: new Set(imports.map(({ key }) => key)),
  };
};

const listPictureFiles = (key: string, { ending }: PictureRow): string[] =>
  [`full.${ending}`, ...thumbnailNames.map(name => `${name}.webp`)].map(name => getPictureFilePath(key, name));

const isExpected = ({ name }: ListedFile, { pictures: known, imports }: References): boolean => {
  const [folder, part = '', key = ''] = name.split('/');
  if (folder === 'imports') return imports.has(part.replace(/\.images$/, ''));
  const picture = folder === 'images' ? known.get(key) : undefined;
  return picture !== undefined && listPictureFiles(key, picture).includes(name);
};

const describeOrphans = (files: FileStore, names: readonly string[]): Finding[] =>
  names.length === 0
    ? []
    : [
        {
          kind: 'fileWithoutRow',
          subject: 'files',
          count: names.length,
          examples: names.slice(0, MAX_EXAMPLES),
          repair: () => files.remove(names),
        },
      ];

/** A table that waits can be uploaded again, and one that is being imported ends with an error of its own. */
const describeLostTables = (keys: ReadonlySet<string>, stored: ReadonlySet<string>): Finding[] => {
  const lost = [...keys].map(key => `imports/${key}`).filter(name => !stored.has(name));
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
      for (const key of unused) await db.delete(pictures).where(eq(pictures.key, key));
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
