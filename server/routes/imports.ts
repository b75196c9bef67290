import { rm } from 'node:fs/promises';
import { endpoints } from '#contract/endpoints.ts';
import { importLog } from '#i18n/ru/importLog.ts';
import { translator } from '#i18n/translate.ts';
import { attributeSources } from '../collections/attributes.ts';
import type { Deps } from '../deps.ts';
import { ApiFailure } from '../errors.ts';
import type { Handlers } from '../implement.ts';
import { cancelImport, currentImport, startImport } from '../jobs/importJob.ts';
import { exampleValues } from '../jobs/importLookups.ts';
import { readLog, readRun, readRuns, withLatestLog } from '../jobs/importRuns.ts';
import { saveUpload, type Upload } from '../jobs/importUpload.ts';
import type { Caller } from '../session/caller.ts';
import { importableWith, isImportableBy } from '../table/importable.ts';
import { TableRefusal } from '../table/refusal.ts';
import { makeTemplate } from '../table/template.ts';

const say = translator('ru', importLog);
const { file: field = '' } = endpoints.imports.start;
const { raw: workbookType = '' } = endpoints.imports.template;

/** Import of a table file (§4, §7, contract 3). */
export const importHandlers = (deps: Deps): Handlers['imports'] => ({
  current: async () => {
    const run = await currentImport(deps);
    if (!run) throw new ApiFailure('notFound', { said: say('refused.notRunning') });
    return withLatestLog(deps.db, run);
  },
  start: async ({ caller, context }) => {
    if (await currentImport(deps)) throw new ApiFailure('conflict', { said: say('refused.running') });
    const upload = await refusing(() => saveUpload(context.req.raw, field, deps.config.dataDir));
    return begin(deps, upload, caller);
  },
  cancel: () => cancelImport(deps),
  runs: ({ query }) => readRuns(deps.db, query),
  run: async ({ params, query }) => {
    const run = await readRun(deps.db, params.id);
    if (!run) throw new ApiFailure('notFound');
    return { ...run, ...(await readLog(deps.db, run.id, query)) };
  },
  template: async ({ context, caller }) => {
    const fields = importableWith(await attributeSources(deps.db));
    const examples = await exampleValues(deps.db, fields);
    const bytes = await makeTemplate(fields, examples, name => isImportableBy(caller.granted, name));
    return context.body(new Uint8Array(bytes), 200, {
      'Content-Type': workbookType,
      'Content-Disposition': 'attachment; filename="nomenclature.xlsx"',
    });
  },
});

/** Starts the run; the upload is removed once it has ended. */
const begin = async (deps: Deps, upload: Upload, user: Caller) => {
  const remove = () => rm(upload.path, { force: true });
  try {
    const { run, done } = await refusing(() => startImport(deps, { ...upload, user }));
    void done.then(remove).catch(error => deps.log.fault('import upload', error));
    return run;
  } catch (error) {
    await remove();
    throw error;
  }
};

/** A refused file is a failed call that says what to do. */
const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TableRefusal)) throw error;
    const said = say(`refused.${error.kind}`, error.values);
    throw new ApiFailure(error.status === 413 ? 'tooLarge' : 'invalid', { said });
  }
};
