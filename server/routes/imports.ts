import { rm } from 'node:fs/promises';
import { endpoints } from '#contract/endpoints.ts';
import type { ImportOptions } from '#contract/importing.ts';
import { withAuthor } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import type { ImportSource } from '../imports/createImportRun.ts';
import { cancelImport, importRuns, startImport } from '../imports/importJob.ts';
import { readFieldChoices } from '../imports/lookups.ts';
import { previewImport } from '../imports/preview.ts';
import { recogniseProfile } from '../imports/profiles/recognise.ts';
import { buildReport } from '../imports/report.ts';
import { importStore } from '../imports/runs.ts';
import { buildSkippedRowsWorkbook } from '../imports/skipped.ts';
import { runInUserTurn } from '../imports/turns.ts';
import { type SavedUpload, saveUpload } from '../imports/upload.ts';
import { withTableRefusal } from '../imports/withTableRefusal.ts';
import { readTableSources } from '../records/readTableSources.ts';
import { getImportableFields, isImportableBy, tableOnlyColumns } from '../table/importable.ts';
import { recogniseTableType } from '../table/openTable.ts';
import { listTemplateColumns, makeTemplate } from '../table/template.ts';
import { translateImport } from '../translate.ts';

const { file: FILE_FIELD = '' } = endpoints.imports.start;
const { raw: workbookType = '' } = endpoints.imports.template;

export const importHandlers = (deps: ServerDeps): Handlers['imports'] => ({
  current: async () => {
    const run = await importRuns.current(deps);
    if (!run) return null;
    const elapsed = Math.max(0, deps.clock().getTime() - Date.parse(run.started_at));
    return { ...run, elapsed, log: (await importStore.readLatestLog(deps.db, run.id)).log };
  },
  start: ({ caller, context, query }) =>
    withTableRefusal(async () => {
      if (await importRuns.current(deps))
        throw new ApiFailure('conflict', { message: translateImport('refused.running') });
      return beginImport(deps, await saveUpload(context.req.raw, FILE_FIELD, deps.config.dataDir), caller, query);
    }),
  preview: async ({ caller, context, query }) => {
    const upload = await withTableRefusal(() => saveUpload(context.req.raw, FILE_FIELD, deps.config.dataDir));
    try {
      const { signal } = context.req.raw;
      return await withTableRefusal(async () => {
        const source = await toImportSource(deps, upload, caller, query);
        return runInUserTurn(caller.id, () => previewImport(deps, source, signal));
      });
    } finally {
      await rm(upload.path, { force: true });
    }
  },
  cancel: ({ caller }) => cancelImport(withAuthor(deps, caller), caller.id),
  runs: ({ query }) => importStore.readPage(deps.db, deps.clock(), query),
  run: async ({ params, query }) => {
    const run = await importStore.readRun(deps.db, params.id);
    if (!run) throw new ApiFailure('notFound');
    return { ...run, ...(await importStore.readLog(deps.db, run.id, query)) };
  },
  skipped: async ({ params, caller, context }) => {
    const fields = getImportableFields(await readTableSources(deps.db));
    const file = await buildSkippedRowsWorkbook(deps.db, params.id, fields, name =>
      isImportableBy(caller.grantedSlugs, fields, name),
    );
    if (!file) throw new ApiFailure('notFound', { message: translateImport('refused.nothingSkipped') });
    return context.body(file, 200, {
      'Content-Type': workbookType,
      'Content-Disposition': `attachment; filename="skipped-${params.id}.xlsx"`,
    });
  },
  report: async ({ params, caller, context }) => {
    const run = await importStore.readRun(deps.db, params.id);
    if (!run) throw new ApiFailure('notFound');
    return context.body(await buildReport(deps.db, run, caller), 200, {
      'Content-Type': workbookType,
      'Content-Disposition': `attachment; filename="import-${params.id}.xlsx"`,
    });
  },
  template: async ({ context, caller, query }) =>
    context.body(new Uint8Array(await buildTemplate(deps, caller, query.columns)), 200, {
      'Content-Type': workbookType,
      'Content-Disposition': 'attachment; filename="nomenclature.xlsx"',
    }),
});

const buildTemplate = async (
  { db }: ServerDeps,
  { grantedSlugs }: Caller,
  columns: string[] | undefined,
): Promise<Uint8Array> => {
  const fields = getImportableFields(await readTableSources(db));
  const open = [...fields.keys()].filter(
    name => !tableOnlyColumns.includes(name) && isImportableBy(grantedSlugs, fields, name),
  );
  const names = columns ? listTemplateColumns(fields, columns).filter(name => open.includes(name)) : open;
  return makeTemplate(fields, names, await readFieldChoices(db, fields));
};

/** Uses the profile that matches the file's headings, if there is one. */
const toImportSource = async (
  deps: ServerDeps,
  upload: SavedUpload,
  user: Caller,
  options: ImportOptions,
): Promise<ImportSource> => {
  // Before anything is read for a file that is refused by its first bytes.
  await recogniseTableType(upload.path);
  const profile = await recogniseProfile(deps, upload.path, user);
  const mapping = profile?.mapping;
  return {
    ...upload,
    user,
    options,
    profileId: profile?.id,
    ...(mapping && { mapping: { ...mapping, clears: options.clear || mapping.clears } }),
  };
};

/**
 * The upload is removed when the run has ended, or at once if the run could not start, so that no upload is left
 * behind.
 */
const beginImport = async (deps: ServerDeps, upload: SavedUpload, user: Caller, options: ImportOptions) => {
  const remove = () => rm(upload.path, { force: true });
  try {
    const { run, done } = await startImport(deps, await toImportSource(deps, upload, user, options));
    void done.then(remove).catch(error => deps.log.error('import upload', error));
    return run;
  } catch (error) {
    await remove();
    throw error;
  }
};
