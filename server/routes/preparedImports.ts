import { rm } from 'node:fs/promises';
import type { z } from 'zod';
import { type Arrangement, acceptedProposal } from '#contract/arrangement.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Corrections, PreparedChoices, PreparedImport, ProfileOfUpload } from '#contract/preparing.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { startImport } from '../imports/importJob.ts';
import { countMends, listMends } from '../imports/prepared/choices.ts';
import { correctionsAsText } from '../imports/prepared/correctionsAsText.ts';
import { forgetPreview, getPreview, importSourceOf } from '../imports/prepared/previews.ts';
import {
  assertMayKeep,
  changePrepared,
  fetchLocalFile,
  listPrepared,
  type Prepared,
  readPrepared,
  removePrepared,
  storeUpload,
} from '../imports/prepared/store.ts';
import { tryColumn } from '../imports/prepared/tryColumn.ts';
import { profileName, recogniseProfile, rememberProfile } from '../imports/profiles.ts';
import { proposeArrangement } from '../imports/propose.ts';
import { runInUserTurn } from '../imports/turns.ts';
import { saveUpload } from '../imports/upload.ts';
import { withTableRefusal } from '../imports/withTableRefusal.ts';
import { tableSources } from '../records/tableSources.ts';
import { type Importable, importableFieldsWith, importLabelOf, isImportableBy } from '../table/importable.ts';
import { recogniseTableType } from '../table/open.ts';
import type { ChosenLayout } from '../table/propose.ts';
import { TableRefusal } from '../table/refusal.ts';
import { translateImport } from '../translate.ts';

const { file: FILE_FIELD = '' } = endpoints.preparedImports.keep;

export const preparedImportHandlers = (deps: Deps): Handlers['preparedImports'] => {
  const own = (id: number, { id: userId }: Caller): Promise<Prepared> => readPrepared(deps, { id, userId });
  return {
    list: async ({ caller }) => (await listPrepared(deps, caller.id)).map(toHead),
    keep: ({ caller, context }) => withTableRefusal(() => keepUpload(deps, context.req.raw, caller)),
    read: async ({ params, caller }) => presentPrepared(deps, await own(params.id, caller), caller),
    rows: async ({ params, caller, query }) => {
      const prepared = await own(params.id, caller);
      const { look, read } = await getPreview(deps, prepared, caller);
      await look.begun;
      return read(query);
    },
    mends: async ({ params, caller, query: { offset, limit } }) => {
      const { mends } = await own(params.id, caller);
      const fields = importableFieldsWith(await tableSources(deps.db));
      const items = listMends(mends, name => importLabelOf(fields, name));
      return { total: items.length, items: items.slice(offset, offset + limit) };
    },
    change: ({ params, caller, body: { layout, ...body } }) =>
      withTableRefusal(async () => {
        const before = await own(params.id, caller);
        const path = await fetchLocalFile(deps, before);
        const proposal = (chosen: ChosenLayout = {}) =>
          runInUserTurn(caller.id, () => proposeArrangement(deps, { path, user: caller, ...chosen }));
        const arrangement = layout && acceptedProposal(await proposal(layout));
        if (layout && arrangement?.header.row !== layout.header.row)
          throw new TableRefusal('noHeaderRow', { row: layout.header.row });
        await assertMayMend(deps, body, caller);
        const choices = { ...(await correctionsAsText(deps, body)), ...(arrangement && { arrangement }) };
        const isByProposal = before.arrangement === null || choices.arrangement === null;
        const proposed = choices.arrangement !== undefined && isByProposal && (await proposal());
        const changes = { ...choices, ...(proposed && { proposed }) };
        return presentPrepared(deps, await changePrepared(deps, { id: params.id, userId: caller.id }, changes), caller);
      }),
    remove: async ({ params, caller }) => {
      await discardPrepared(deps, await own(params.id, caller));
      return null;
    },
    remember: ({ params, caller, body }) => remember(deps, params.id, caller, body),
    unknownValues: async ({ params, caller, query: { field, offset, limit } }) => {
      const { look } = await getPreview(deps, await own(params.id, caller), caller);
      const found = look.unknownValues()[field] ?? [];
      return { total: found.length, items: found.slice(offset, offset + limit) };
    },
    tryColumn: async ({ params, caller, body: { rule } }) => {
      const { look } = await getPreview(deps, await own(params.id, caller), caller);
      await look.begun;
      return { rows: await tryColumn(deps.db, look.examples(), rule) };
    },
    start: ({ params, caller, query: { revision = null } }) =>
      withTableRefusal(async () => startPrepared(deps, await own(params.id, caller), caller, revision)),
  };
};

/** @throws {ApiFailure} 409 where the choices are no longer those of `revision`, which the caller has seen */
const startPrepared = async (deps: Deps, prepared: Prepared, caller: Caller, revision: number | null) => {
  if (revision !== null && revision !== prepared.revision)
    throw new ApiFailure('conflict', {
      message: translateImport('refused.preparedChanged'),
      result: await presentPrepared(deps, prepared, caller),
    });
  const { run } = await startImport(deps, importSourceOf(prepared, await fetchLocalFile(deps, prepared), caller));
  forgetPreview(deps, prepared.key);
  return run;
};

/** @throws {ApiFailure} 400 for a field that the caller may not import */
const assertMayMend = async (deps: Deps, { cells = [], alike = [] }: PreparedChoices, { granted }: Caller) => {
  if (cells.length + alike.length === 0) return;
  const fields = importableFieldsWith(await tableSources(deps.db));
  const closed = [...cells, ...alike].find(
    mend => !fields.has(mend.field) || !isImportableBy(granted, fields, mend.field),
  );
  if (!closed) return;
  const field = fields.has(closed.field) ? importLabelOf(fields, closed.field) : closed.field;
  throw new ApiFailure('invalid', { message: translateImport('refused.unknownMend', { field }) });
};

const keepUpload = async (deps: Deps, request: Request, caller: Caller): Promise<PreparedImport> => {
  await assertMayKeep(deps, caller.id);
  const upload = await saveUpload(request, FILE_FIELD, deps.config.dataDir);
  try {
    await recogniseTableType(upload.path);
    const profile = await recogniseProfile(deps, upload.path, caller.id);
    const prepared = await storeUpload(deps, upload, { userId: caller.id, profile });
    const { look } = await getPreview(deps, prepared, caller);
    await look.begun;
    const refusal = look.hopeless();
    if (!refusal) return await presentPrepared(deps, prepared, caller);
    await discardPrepared(deps, prepared);
    throw refusal;
  } finally {
    await rm(upload.path, { force: true });
  }
};

const remember = async (
  deps: Deps,
  id: number,
  caller: Caller,
  { name, version }: z.output<typeof ProfileOfUpload>,
): Promise<PreparedImport> => {
  const own = { id, userId: caller.id };
  const upload = await readPrepared(deps, own);
  const { proposal } = await presentPrepared(deps, upload, caller);
  const arrangement = upload.arrangement ?? (proposal && acceptedProposal(proposal));
  if (!arrangement) throw new ApiFailure('conflict', { message: translateImport('refused.lookFailed') });
  const learnedArrangement = {
    name,
    arrangement: learnCorrections({ ...arrangement, clears: upload.clear }, upload.mends),
  };
  const profile = await rememberProfile(deps, learnedArrangement, { userId: caller.id, upload, version });
  return presentPrepared(deps, await changePrepared(deps, own, { profile, cells: [], alike: [] }), caller);
};

const discardPrepared = (deps: Deps, prepared: Prepared): Promise<void> => {
  forgetPreview(deps, prepared.key);
  return removePrepared(deps, prepared);
};

const presentPrepared = async (deps: Deps, prepared: Prepared, caller: Caller): Promise<PreparedImport> => {
  const { look, state } = await getPreview(deps, prepared, caller);
  await look.begun;
  const { mends, profile_id } = prepared;
  const fields = importableFieldsWith(await tableSources(deps.db));
  const { checkedAt, ...seen } = state();
  return {
    ...toHead(prepared),
    create: prepared.create,
    clear: prepared.clear,
    arrangement: prepared.arrangement,
    fields: [...fields.keys()]
      .filter(name => isImportableBy(caller.granted, fields, name))
      .map(name => presentField(fields, name)),
    profile: profile_id === null ? null : await profileName(deps.db, profile_id),
    revision: prepared.revision,
    mended: countMends(mends),
    left_out: prepared.left_out.length,
    checked_at: checkedAt?.toISOString() ?? null,
    checked_ago: checkedAt && Math.max(0, Math.floor((deps.clock().getTime() - checkedAt.getTime()) / 1000)),
    ...seen,
  };
};

const presentField = (fields: Importable, name: string): PreparedImport['fields'][number] => {
  const field = fields.get(name);
  const unit = field && 'unit' in field ? (field.unit ?? null) : null;
  return { name, label: importLabelOf(fields, name), kind: field?.kind ?? '', unit };
};

/** What was mended in all alike rows is what the sender's texts mean, where a column is read without conversions. */
const learnCorrections = (arrangement: Arrangement, { alike }: Corrections): Arrangement => ({
  ...arrangement,
  columns: arrangement.columns.map(rule => {
    if (rule.conversions.length > 0) return rule;
    const own = alike.filter(({ field: name }) => name === rule.field);
    // What was mended is what the values had made of the sender's texts.
    const findMeaning = (before: string | null) =>
      (own.find(({ was }) => was === (before ?? '')) ?? { text: before }).text;
    const known = Object.entries(rule.values).map(([was, text]) => [was, findMeaning(text)]);
    return {
      ...rule,
      values: { ...Object.fromEntries(own.map(({ was, text }) => [was, text])), ...Object.fromEntries(known) },
    };
  }),
});

const toHead = ({ id, file_name, created_at, expires_at }: Prepared) => ({
  id,
  file_name,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
});
