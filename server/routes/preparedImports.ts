import { rm } from 'node:fs/promises';
import type { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { type ColumnRule, toMapping } from '#contract/importMapping.ts';
import type { PreparedChoices, PreparedImport, SaveProfileBody, StartImportQuery } from '#contract/preparing.ts';
import { toAuthor } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { readAbsentPage } from '../imports/absent/absentPreview.ts';
import { startImport } from '../imports/importJob.ts';
import { listCorrections } from '../imports/prepared/choices.ts';
import { presentPreparedImport, presentUpload } from '../imports/prepared/presentPreparedImport.ts';
import { forgetPreview, getPreview, stopPreview, toImportSource } from '../imports/prepared/previews.ts';
import {
  assertCanStoreUpload,
  assertRevisionSeen,
  changeImageArchive,
  changePreparedImport,
  fetchLocalFile,
  listPreparedImports,
  OutdatedRevision,
  readPreparedImport,
  removePreparedImport,
  type StoredPreparedImport,
  storeUpload,
} from '../imports/prepared/store.ts';
import { toTextCorrections } from '../imports/prepared/toTextCorrections.ts';
import { tryColumn } from '../imports/prepared/tryColumn.ts';
import { listUndecidedValues, toAlikeCorrections } from '../imports/prepared/undecidedValues.ts';
import { learnCorrections } from '../imports/profiles/learnCorrections.ts';
import { readProfile, saveProfile } from '../imports/profiles/profiles.ts';
import { openRecognisedTable, type RecognisedTable } from '../imports/profiles/recognise.ts';
import { proposeMapping } from '../imports/propose.ts';
import { readScheduledUploads } from '../imports/schedules/takenTables.ts';
import { prepareThread } from '../imports/threads.ts';
import { runInUserTurn } from '../imports/turns.ts';
import { saveImageArchive, saveUpload } from '../imports/upload.ts';
import { withTableRefusal } from '../imports/withTableRefusal.ts';
import { readTableSources } from '../records/readTableSources.ts';
import { openImageArchive } from '../table/imageArchive.ts';
import { createImagesField } from '../table/imagesColumn.ts';
import { getImportableFields, getImportLabel, isImportableBy } from '../table/importable.ts';
import { recogniseTableType } from '../table/openTable.ts';
import type { ChosenLayout } from '../table/proposeLayout.ts';
import { TableRefusal } from '../table/refusal.ts';
import { translateImport } from '../translate.ts';

const { file: FILE_FIELD = '' } = endpoints.preparedImports.keep;
const { file: ARCHIVE_FIELD = '' } = endpoints.preparedImports.addImages;

export const preparedImportHandlers = (deps: ServerDeps): Handlers['preparedImports'] => {
  const readOwn = (id: number, { id: userId }: Caller): Promise<StoredPreparedImport> =>
    readPreparedImport(deps, { id, userId });
  return {
    list: async ({ caller }) => {
      // The import page is open.
      prepareThread();
      const uploads = await listPreparedImports(deps, caller.id);
      const scheduled = await readScheduledUploads(deps.db, uploads);
      return uploads.map(upload => presentUpload(upload, scheduled));
    },
    keep: ({ caller, context, query: { profile } }) =>
      withTableRefusal(() => prepareUpload(deps, context.req.raw, caller, profile)),
    read: async ({ params, caller }) => presentPreparedImport(deps, await readOwn(params.id, caller), caller),
    rows: async ({ params, caller, query }) => {
      const preparedImport = await readOwn(params.id, caller);
      const { begun, read } = await getPreview(deps, preparedImport, caller);
      await begun();
      return read(query);
    },
    corrections: async ({ params, caller, query: { offset, limit } }) => {
      const { corrections } = await readOwn(params.id, caller);
      const fields = getImportableFields(await readTableSources(deps.db));
      const items = listCorrections(corrections, name => getImportLabel(fields, name));
      return { total: items.length, items: items.slice(offset, offset + limit) };
    },
    change: ({ params, caller, body }) =>
      withRefusals(deps, caller, 'preparedOutdated', async () =>
        changeUpload(deps, await readOwn(params.id, caller), caller, body),
      ),
    remove: async ({ params, caller }) => {
      await discardPreparedImport(deps, await readOwn(params.id, caller));
      return null;
    },
    addImages: ({ params, caller, context }) =>
      withTableRefusal(async () => {
        await readOwn(params.id, caller);
        return presentPreparedImport(deps, await keepImageArchive(deps, context.req.raw, caller, params.id), caller);
      }),
    removeImages: async ({ params, caller }) => {
      const changed = await changeImageArchive(deps, { id: params.id, userId: caller.id }, null);
      return presentPreparedImport(deps, changed, caller);
    },
    remember: ({ params, caller, body }) =>
      withRefusals(deps, caller, 'preparedOutdated', () => saveMapping(deps, params.id, caller, body)),
    unknownValues: async ({ params, caller, query: { field, offset, limit } }) => {
      const foundValues = (await readUndecided(deps, await readOwn(params.id, caller), caller))[field] ?? [];
      return { total: foundValues.length, items: foundValues.slice(offset, offset + limit) };
    },
    absent: async ({ params, caller, query }) => {
      const { absent } = await getPreview(deps, await readOwn(params.id, caller), caller);
      return readAbsentPage(deps.db, absent(), query);
    },
    tryColumn: async ({ params, caller, body: { rule } }) =>
      tryRule(deps, await readOwn(params.id, caller), caller, rule),
    start: ({ params, caller, query }) =>
      withRefusals(deps, caller, 'preparedChanged', async () =>
        startPreparedImport(deps, await readOwn(params.id, caller), caller, query),
      ),
  };
};

const changeUpload = async (
  deps: ServerDeps,
  before: StoredPreparedImport,
  caller: Caller,
  { layout, undecided, ...choices }: PreparedChoices,
): Promise<PreparedImport> => {
  assertRevisionSeen(before, choices.revision);
  const body = undecided ? await addUndecided(deps, before, caller, { ...choices, undecided }) : choices;
  const path = await fetchLocalFile(deps, before);
  const proposal = (chosenLayout: ChosenLayout = {}) => {
    stopPreview(deps, before, caller);
    return runInUserTurn(caller.id, () => proposeMapping(deps, { path, user: caller, ...chosenLayout }));
  };
  const mapping = layout && toMapping(await proposal(layout));
  if (layout && mapping?.header.row !== layout.header.row)
    throw new TableRefusal('noHeaderRow', { row: layout.header.row });
  const correctedFields = [...(body.cells ?? []), ...(body.alike ?? [])].map(({ field }) => field);
  await assertCanImport(deps, correctedFields, caller);
  const parsedChoices = { ...(await toTextCorrections(deps, body, caller)), ...(mapping && { mapping }) };
  const isByProposal = before.mapping === null || parsedChoices.mapping === null;
  const proposedMapping = parsedChoices.mapping !== undefined && isByProposal && (await proposal());
  const changes = { ...parsedChoices, ...(proposedMapping && { proposed: proposedMapping }) };
  return presentPreparedImport(
    deps,
    await changePreparedImport(deps, { id: before.id, userId: caller.id }, changes),
    caller,
  );
};

const tryRule = async (deps: ServerDeps, preparedImport: StoredPreparedImport, caller: Caller, rule: ColumnRule) => {
  await assertCanImport(deps, rule.field === null ? [] : [rule.field], caller);
  const { preview } = await getPreview(deps, preparedImport, caller);
  await preview.begun;
  return { rows: await tryColumn(deps.db, preview.examples(), rule) };
};

const readUndecided = async (deps: ServerDeps, preparedImport: StoredPreparedImport, caller: Caller) => {
  const { unknownValues } = await getPreview(deps, preparedImport, caller);
  return listUndecidedValues(unknownValues(), preparedImport.corrections);
};

/** Decides about the texts that the current choices leave unknown. */
const addUndecided = async (
  deps: ServerDeps,
  preparedImport: StoredPreparedImport,
  caller: Caller,
  { undecided = [], alike = [], ...choices }: Omit<PreparedChoices, 'layout'>,
) => {
  const { preview } = await getPreview(deps, preparedImport, caller);
  await preview.inspected;
  const undecidedValues = listUndecidedValues(preview.unknownValues(), preparedImport.corrections);
  return { ...choices, alike: [...alike, ...toAlikeCorrections(undecided, undecidedValues)] };
};

/**
 * Like `withTableRefusal`. @throws {ApiFailure} also 409 with the current upload, if its choices have changed since the
 * caller saw them
 */
const withRefusals = async <T>(
  deps: ServerDeps,
  caller: Caller,
  text: 'preparedOutdated' | 'preparedChanged',
  operation: () => Promise<T>,
): Promise<T> => {
  try {
    return await withTableRefusal(operation);
  } catch (error) {
    if (!(error instanceof OutdatedRevision)) throw error;
    const result = await presentPreparedImport(deps, error.preparedImport, caller);
    throw new ApiFailure('conflict', { message: translateImport(`refused.${text}`), result });
  }
};

const startPreparedImport = async (
  deps: ServerDeps,
  preparedImport: StoredPreparedImport,
  caller: Caller,
  { revision, archives_most }: z.output<typeof StartImportQuery>,
) => {
  assertRevisionSeen(preparedImport, revision);
  const source = await toImportSource(deps, preparedImport, caller);
  const { run } = await startImport(deps, { ...source, archivesMost: archives_most === '1' });
  forgetPreview(deps, preparedImport.key);
  return run;
};

/** @throws {ApiFailure} 400 for a field that the caller may not import */
const assertCanImport = async (deps: ServerDeps, names: readonly string[], { grantedSlugs }: Caller) => {
  if (names.length === 0) return;
  const fields = getImportableFields(await readTableSources(deps.db));
  const closed = names.find(name => !fields.has(name) || !isImportableBy(grantedSlugs, fields, name));
  if (closed === undefined) return;
  const field = fields.has(closed) ? getImportLabel(fields, closed) : closed;
  throw new ApiFailure('invalid', { message: translateImport('refused.unknownCorrection', { field }) });
};

/** @param profileId the profile to read the table with; by default, the profile that matches its headings */
const prepareUpload = async (
  deps: ServerDeps,
  request: Request,
  caller: Caller,
  profileId?: number,
): Promise<PreparedImport> => {
  await assertCanStoreUpload(deps, caller.id);
  const chosenProfile = profileId === undefined ? null : await readProfile(deps.db, profileId);
  const upload = await saveUpload(request, FILE_FIELD, deps.config.dataDir);
  let recognised: RecognisedTable | undefined;
  try {
    await recogniseTableType(upload.path);
    const findProfile = async (path: string) => {
      if (chosenProfile) return chosenProfile;
      recognised = await openRecognisedTable(deps, path, caller);
      return recognised?.profile ?? null;
    };
    const preparedImport = await storeUpload(deps, upload, { userId: caller.id, findProfile });
    const { preview } = await getPreview(deps, preparedImport, caller, recognised);
    await preview.begun;
    const refusal = preview.finalRefusal();
    if (!refusal) return await presentPreparedImport(deps, preparedImport, caller);
    await discardPreparedImport(deps, preparedImport);
    throw refusal;
  } catch (error) {
    await recognised?.close();
    throw error;
  } finally {
    await rm(upload.path, { force: true });
  }
};

/** @throws {ApiFailure} 403 unless the caller may import images; {TableRefusal} unless it is an archive */
const keepImageArchive = async (deps: ServerDeps, request: Request, caller: Caller, id: number) => {
  if (!caller.grantedSlugs.has(createImagesField().slug)) throw new ApiFailure('forbidden');
  const upload = await saveImageArchive(request, ARCHIVE_FIELD, deps.config.dataDir);
  try {
    const archive = await openImageArchive(upload.path);
    archive.close();
    const image = { file_name: upload.fileName, files: archive.files };
    return await changeImageArchive(deps, { id, userId: caller.id }, { path: upload.path, image });
  } finally {
    await rm(upload.path, { force: true });
  }
};

const saveMapping = async (
  deps: ServerDeps,
  id: number,
  caller: Caller,
  { name, version, revision }: z.output<typeof SaveProfileBody>,
): Promise<PreparedImport> => {
  const ownUpload = { id, userId: caller.id };
  const upload = await readPreparedImport(deps, ownUpload);
  assertRevisionSeen(upload, revision);
  const { proposal } = await presentPreparedImport(deps, upload, caller);
  const mapping = upload.mapping ?? (proposal && toMapping(proposal));
  if (!mapping) throw new ApiFailure('conflict', { message: translateImport('refused.lookFailed') });
  const learnedMapping = {
    name,
    mapping: learnCorrections({ ...mapping, clears: upload.clear }, upload.corrections),
  };
  const profile = await saveProfile({ deps, by: toAuthor(caller) }, learnedMapping, { upload, version });
  return presentPreparedImport(
    deps,
    await changePreparedImport(deps, ownUpload, { profile, cells: [], alike: [] }),
    caller,
  );
};

const discardPreparedImport = (deps: ServerDeps, preparedImport: StoredPreparedImport): Promise<void> => {
  forgetPreview(deps, preparedImport.key);
  return removePreparedImport(deps, preparedImport);
};
