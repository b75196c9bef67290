import { rm } from 'node:fs/promises';
import type { z } from 'zod';
import { type Arrangement, acceptedProposal } from '#contract/arrangement.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Mends, PreparedChoices, PreparedImport, ProfileOfUpload } from '#contract/preparing.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { startImport } from '../imports/importJob.ts';
import { countMends, listMends } from '../imports/prepared/choices.ts';
import { forgetLook, lookAt, sourceOf } from '../imports/prepared/looks.ts';
import { mendTexts } from '../imports/prepared/mendTexts.ts';
import {
  assertMayKeep,
  changePrepared,
  keepUpload,
  listPrepared,
  localFile,
  type Prepared,
  readPrepared,
  removePrepared,
} from '../imports/prepared/store.ts';
import { profileName, recogniseProfile, rememberProfile } from '../imports/profiles.ts';
import { proposeArrangement } from '../imports/propose.ts';
import { refusing } from '../imports/refusing.ts';
import { inTurnOf } from '../imports/turns.ts';
import { saveUpload } from '../imports/upload.ts';
import { tableSources } from '../records/tableSources.ts';
import { importableWith, isImportableBy, labelIn } from '../table/importable.ts';
import { recognise } from '../table/open.ts';
import type { Chosen } from '../table/propose.ts';
import { TableRefusal } from '../table/refusal.ts';
import { translateImport } from '../translate.ts';

const { file: field = '' } = endpoints.preparedImports.keep;

export const preparedImportHandlers = (deps: Deps): Handlers['preparedImports'] => {
  const own = (id: number, { id: userId }: Caller): Promise<Prepared> => readPrepared(deps, { id, userId });
  return {
    list: async ({ caller }) => (await listPrepared(deps, caller.id)).map(headOf),
    keep: ({ caller, context }) => refusing(() => keep(deps, context.req.raw, caller)),
    read: async ({ params, caller }) => present(deps, await own(params.id, caller), caller),
    rows: async ({ params, caller, query }) => {
      const prepared = await own(params.id, caller);
      const { look, read } = await lookAt(deps, prepared, caller);
      await look.begun;
      return read(query);
    },
    mends: async ({ params, caller, query: { offset, limit } }) => {
      const { mends } = await own(params.id, caller);
      const fields = importableWith(await tableSources(deps.db));
      const items = listMends(mends, name => labelIn(fields, name));
      return { total: items.length, items: items.slice(offset, offset + limit) };
    },
    change: ({ params, caller, body: { layout, ...body } }) =>
      refusing(async () => {
        const before = await own(params.id, caller);
        const path = await localFile(deps, before);
        const proposal = (chosen: Chosen = {}) =>
          inTurnOf(caller.id, () => proposeArrangement(deps, { path, user: caller, ...chosen }));
        const arrangement = layout && acceptedProposal(await proposal(layout));
        if (layout && arrangement?.header.row !== layout.header.row)
          throw new TableRefusal('noHeaderRow', { row: layout.header.row });
        await assertMayMend(deps, body, caller);
        const choices = { ...(await mendTexts(deps, body)), ...(arrangement && { arrangement }) };
        const isByProposal = before.arrangement === null || choices.arrangement === null;
        const proposed = choices.arrangement !== undefined && isByProposal && (await proposal());
        const changes = { ...choices, ...(proposed && { proposed }) };
        return present(deps, await changePrepared(deps, { id: params.id, userId: caller.id }, changes), caller);
      }),
    remove: async ({ params, caller }) => {
      await forget(deps, await own(params.id, caller));
      return null;
    },
    remember: ({ params, caller, body }) => remember(deps, params.id, caller, body),
    start: ({ params, caller, query: { revision = null } }) =>
      refusing(async () => {
        const prepared = await own(params.id, caller);
        if (revision !== null && revision !== prepared.revision)
          throw new ApiFailure('conflict', {
            message: translateImport('refused.preparedChanged'),
            result: await present(deps, prepared, caller),
          });
        const { run } = await startImport(deps, sourceOf(prepared, await localFile(deps, prepared), caller));
        forgetLook(deps, prepared.key);
        return run;
      }),
  };
};

/** @throws {ApiFailure} 400 for a field that the caller may not import */
const assertMayMend = async (deps: Deps, { cells = [], alike = [] }: PreparedChoices, { granted }: Caller) => {
  if (cells.length + alike.length === 0) return;
  const fields = importableWith(await tableSources(deps.db));
  const closed = [...cells, ...alike].find(
    mend => !fields.has(mend.field) || !isImportableBy(granted, fields, mend.field),
  );
  if (!closed) return;
  const field = fields.has(closed.field) ? labelIn(fields, closed.field) : closed.field;
  throw new ApiFailure('invalid', { message: translateImport('refused.unknownMend', { field }) });
};

const keep = async (deps: Deps, request: Request, caller: Caller): Promise<PreparedImport> => {
  await assertMayKeep(deps, caller.id);
  const upload = await saveUpload(request, field, deps.config.dataDir);
  try {
    await recognise(upload.path);
    const profile = await recogniseProfile(deps, upload.path, caller.id);
    const prepared = await keepUpload(deps, upload, { userId: caller.id, profile });
    const { look } = await lookAt(deps, prepared, caller);
    await look.begun;
    const refusal = look.hopeless();
    if (!refusal) return await present(deps, prepared, caller);
    await forget(deps, prepared);
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
  const { proposal } = await present(deps, upload, caller);
  const arrangement = upload.arrangement ?? (proposal && acceptedProposal(proposal));
  if (!arrangement) throw new ApiFailure('conflict', { message: translateImport('refused.lookFailed') });
  const learned = { name, arrangement: withAlike({ ...arrangement, clears: upload.clear }, upload.mends) };
  const profile = await rememberProfile(deps, learned, { userId: caller.id, upload, version });
  return present(deps, await changePrepared(deps, own, { profile, cells: [], alike: [] }), caller);
};

const forget = (deps: Deps, prepared: Prepared): Promise<void> => {
  forgetLook(deps, prepared.key);
  return removePrepared(deps, prepared);
};

const present = async (deps: Deps, prepared: Prepared, caller: Caller): Promise<PreparedImport> => {
  const { look, state } = await lookAt(deps, prepared, caller);
  await look.begun;
  const { mends, profile_id } = prepared;
  const fields = importableWith(await tableSources(deps.db));
  const { checkedAt, ...seen } = state();
  return {
    ...headOf(prepared),
    create: prepared.create,
    clear: prepared.clear,
    arrangement: prepared.arrangement,
    fields: [...fields.keys()]
      .filter(name => isImportableBy(caller.granted, fields, name))
      .map(name => ({ name, label: labelIn(fields, name) })),
    profile: profile_id === null ? null : await profileName(deps.db, profile_id),
    revision: prepared.revision,
    mended: countMends(mends),
    left_out: prepared.left_out.length,
    checked_at: checkedAt?.toISOString() ?? null,
    checked_ago: checkedAt && Math.max(0, Math.floor((deps.clock().getTime() - checkedAt.getTime()) / 1000)),
    ...seen,
  };
};

/** What was mended in all alike rows is what the sender's texts mean, where a column is read without conversions. */
const withAlike = (arrangement: Arrangement, { alike }: Mends): Arrangement => ({
  ...arrangement,
  columns: arrangement.columns.map(rule => {
    if (rule.conversions.length > 0) return rule;
    const own = alike.filter(({ field: name }) => name === rule.field);
    // What was mended is what the values had made of the sender's texts.
    const meant = (before: string | null) => (own.find(({ was }) => was === (before ?? '')) ?? { text: before }).text;
    const known = Object.entries(rule.values).map(([was, text]) => [was, meant(text)]);
    return {
      ...rule,
      values: { ...Object.fromEntries(own.map(({ was, text }) => [was, text])), ...Object.fromEntries(known) },
    };
  }),
});

const headOf = ({ id, file_name, created_at, expires_at }: Prepared) => ({
  id,
  file_name,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
});
