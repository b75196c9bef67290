import type { ImportProfileDetails, ProfileHistory } from '#contract/importProfiles.ts';
import { toAuthor } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import {
  changeProfile,
  createProfile,
  listProfiles,
  readLastRun,
  readProfile,
  removeProfile,
  restoreProfile,
} from '../imports/profiles/profiles.ts';
import { listVersions } from '../imports/profiles/versions.ts';
import { listScheduleChanges } from '../imports/schedules/scheduleChanges.ts';
import {
  listSchedules,
  readSchedule,
  removeSchedule,
  requestReading,
  saveSchedule,
} from '../imports/schedules/schedules.ts';
import { readTableSources } from '../records/readTableSources.ts';
import { getImportableFields, isImportableBy, presentImportField } from '../table/importable.ts';

export const importProfileHandlers = (deps: ServerDeps): Handlers['importProfiles'] => {
  const writerFor = (caller: Caller) => ({ deps, by: toAuthor(caller) });
  return {
    list: async () => {
      const schedules = await listSchedules(deps);
      return (await listProfiles(deps.db)).map(profile => ({
        ...profile,
        schedule: schedules.get(profile.id) ?? null,
      }));
    },
    read: ({ params, caller }) => readDetails(deps, params.id, caller),
    create: ({ body, caller }) => createProfile(writerFor(caller), body),
    change: ({ params, body, caller }) => changeProfile(writerFor(caller), params.id, body),
    remove: async ({ params }) => {
      await removeProfile(deps.db, params.id);
      return null;
    },
    exported: async ({ params, context }) => {
      const { name, mapping } = await readProfile(deps.db, params.id);
      return context.body(`${JSON.stringify({ name, mapping }, null, 2)}\n`, 200, {
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="profile-${params.id}.json"`,
      });
    },
    versions: ({ params }) => listHistory(deps.db, params.id),
    restore: ({ params, body, caller }) => restoreProfile(writerFor(caller), params.id, body),
    schedule: ({ params }) => readSchedule(deps, params.id),
    setSchedule: ({ params, body, caller }) => saveSchedule(deps, { ...body, profileId: params.id }, caller),
    removeSchedule: ({ params, query, caller }) =>
      removeSchedule(deps, { profileId: params.id, version: query.version }, caller),
    readSource: ({ params, query }) => requestReading(deps, params.id, query.again),
  };
};

/** @throws {ApiFailure} 404 */
const listHistory = async (db: Database, id: number): Promise<ProfileHistory> => {
  const versions = await listVersions(db, id);
  const history = [...(await listScheduleChanges(db, id)), ...versions];
  return history.toSorted((entry, other) => (entry.at < other.at ? 1 : entry.at > other.at ? -1 : 0));
};

const readDetails = async ({ db }: ServerDeps, id: number, { grantedSlugs }: Caller): Promise<ImportProfileDetails> => {
  const profile = await readProfile(db, id);
  const fields = getImportableFields(await readTableSources(db));
  const { columns, sections } = profile.mapping;
  const assignedFields = new Set(
    [...columns.map(({ field }) => field), sections?.field].filter(name => typeof name === 'string'),
  );
  return {
    ...profile,
    fields: [...fields.keys()]
      .filter(name => assignedFields.has(name) || isImportableBy(grantedSlugs, fields, name))
      .map(name => presentImportField(fields, name)),
    unknown_fields: [...assignedFields].filter(name => !fields.has(name)),
    last_run: await readLastRun(db, id),
  };
};
