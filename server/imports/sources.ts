import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { ImportMapping } from '#contract/importMapping.ts';
import type { Database } from '../db/database.ts';
import { importImages, importPresentProducts, importSources, preparedImports, runs } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { activeStatuses } from '../jobs/runs.ts';
import type { TableEdits } from '../table/tableEdits.ts';
import { getStoredFileName, removePreparedImport, removeStoredFiles } from './prepared/store.ts';

/** Stores an upload in a place where every process can find it. @returns its key */
export const storeUpload = async (deps: ServerDeps, path: string): Promise<string> => {
  const key = basename(path);
  await deps.files.put(getStoredFileName(key), await openAsBlob(path), 'application/octet-stream');
  return key;
};

interface NewSource {
  key: string;
  mapping: ImportMapping;
  edits: TableEdits | undefined;
  image_archive: string | null;
}

export const writeSource = async (tx: Database, run_id: number, { edits, ...source }: NewSource) =>
  void (await tx.insert(importSources).values({ run_id, ...source, edits: edits ?? null }));

export const hasSource = sql`exists (select from ${importSources} where ${importSources.run_id} = ${runs.id})`;

export const readSource = async (db: Database, id: number) =>
  (await db.select().from(importSources).where(eq(importSources.run_id, id)))[0] ?? null;

/**
 * Removes files that only an active run needs. Files are removed before their rows, so that a crash leaves no orphaned
 * file.
 */
export const removeEndedSources = async (deps: ServerDeps): Promise<void> => {
  const endedSources = await deps.db
    .select({ id: importSources.run_id, key: importSources.key, status: runs.status, prepared: preparedImports.id })
    .from(importSources)
    .innerJoin(runs, and(eq(runs.id, importSources.run_id), notInArray(runs.status, [...activeStatuses])))
    .leftJoin(preparedImports, eq(preparedImports.key, importSources.key));
  for (const { id, key, status, prepared } of endedSources) {
    if (prepared === null) await removeStoredFiles(deps, key);
    // The file of a failed run is kept, so that the rest can be imported without another upload.
    else if (status === 'finished') await removePreparedImport(deps, { id: prepared, key });
    await deps.db.delete(importImages).where(eq(importImages.run_id, id));
    await deps.db.delete(importPresentProducts).where(eq(importPresentProducts.run_id, id));
    await deps.db.delete(importSources).where(eq(importSources.run_id, id));
  }
};
