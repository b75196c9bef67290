import { rm } from 'node:fs/promises';
import { endpoints } from '#contract/endpoints.ts';
import type { ExportProfile, ExportResource } from '#contract/exportProfiles.ts';
import { isAllowed } from '#contract/permissions.ts';
import { records } from '#contract/records.ts';
import { toAuthor } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { ExportFields } from '../exports/layout.ts';
import {
  changeExportProfile,
  createExportProfile,
  listExportProfiles,
  readExportProfile,
  removeExportProfile,
  type UnseenProfile,
} from '../exports/profiles.ts';
import { proposeExportColumns } from '../exports/proposeColumns.ts';
import { presentExportFields, readExportFields, readSample } from '../exports/sample.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { saveUpload } from '../imports/upload.ts';
import { withTableRefusal } from '../imports/withTableRefusal.ts';

const { file: FILE_FIELD = '' } = endpoints.exportProfiles.propose;

export const exportProfileHandlers = (deps: ServerDeps): Handlers['exportProfiles'] => {
  const { db } = deps;
  const writerFor = (caller: Caller) => ({ deps, by: toAuthor(caller) });
  const readFields = async (resource: ExportResource, caller: Caller): Promise<ExportFields> => {
    assertCanExport(resource, caller);
    return (await readExportFields(db, resource, caller)).fields;
  };
  const readAllowed = async (id: number, caller: Caller): Promise<ExportProfile> => {
    const profile = await readExportProfile(db, id);
    return addEmptyHeadings(profile, await readFields(profile.resource, caller));
  };
  return {
    list: async ({ query: { resource }, caller }) => {
      const fields = await readFields(resource, caller);
      return (await listExportProfiles(db, resource)).map(profile => addEmptyHeadings(profile, fields));
    },
    fields: async ({ query: { resource }, caller }) =>
      presentExportFields(resource, await readFields(resource, caller)),
    create: async ({ body, caller }) => {
      const fields = await readFields(body.resource, caller);
      return addEmptyHeadings(await createExportProfile(writerFor(caller), body), fields);
    },
    sample: ({ body, caller }) => {
      assertCanExport(body.resource, caller);
      return readSample(db, body, caller);
    },
    propose: ({ query: { resource }, caller, context }) =>
      withTableRefusal(async () => {
        const fields = await readFields(resource, caller);
        const { path } = await saveUpload(context.req.raw, FILE_FIELD, deps.config.dataDir);
        try {
          return await proposeExportColumns(deps, { path, resource, fields, caller });
        } finally {
          await rm(path, { force: true });
        }
      }),
    read: ({ params, caller }) => readAllowed(params.id, caller),
    change: async ({ params, body, caller }) => {
      const { resource } = await readExportProfile(db, params.id);
      const fields = await readFields(resource, caller);
      const present = (profile: UnseenProfile) => addEmptyHeadings(profile, fields);
      return present(await changeExportProfile(writerFor(caller), params.id, body, present));
    },
    remove: async ({ params, caller }) => {
      await readAllowed(params.id, caller);
      await removeExportProfile(deps, params.id);
      return null;
    },
  };
};

/** @throws {ApiFailure} 403 */
const assertCanExport = (resource: ExportResource, { grantedSlugs }: Caller): void => {
  if (!isAllowed(records[resource].access.list, grantedSlugs)) throw new ApiFailure('forbidden');
};

const addEmptyHeadings = (profile: UnseenProfile, fields: ExportFields): ExportProfile => ({
  ...profile,
  empty_headings: profile.columns
    .filter(({ field }) => field !== null && !fields.has(field))
    .map(({ heading }) => heading),
});
