import type { PreparedImport } from '#contract/preparing.ts';
import type { Caller } from '../../accounts/session/caller.ts';
import { listReturningProfiles } from '../../exports/profiles.ts';
import { findAppliedProfile } from '../../exports/returning.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { readTableSources } from '../../records/readTableSources.ts';
import { getImportableFields, type Importable, isImportableBy, presentImportField } from '../../table/importable.ts';
import { readProfileName } from '../profiles/profiles.ts';
import { readScheduledUploads } from '../schedules/takenTables.ts';
import { countCorrections } from './choices.ts';
import { getPreview } from './previews.ts';
import type { StoredPreparedImport } from './store.ts';
import { countUndecidedValues, listUndecidedValues } from './undecidedValues.ts';

export const presentPreparedImport = async (
  deps: ServerDeps,
  preparedImport: StoredPreparedImport,
  caller: Caller,
): Promise<PreparedImport> => {
  const { begun, state, unknownValues } = await getPreview(deps, preparedImport, caller);
  await begun();
  const { corrections, profile_id, image_archive } = preparedImport;
  const fields = getImportableFields(await readTableSources(deps.db));
  const openFields = [...fields.keys()].filter(name => isImportableBy(caller.grantedSlugs, fields, name));
  const { checkedAt, ...previewState } = state();
  return {
    ...presentUpload(preparedImport, await readScheduledUploads(deps.db, [preparedImport])),
    clear: preparedImport.clear,
    mapping: preparedImport.mapping,
    fields: openFields.map(name => presentImportField(fields, name)),
    profile: profile_id === null ? null : await readProfileName(deps.db, profile_id),
    export_profile: await readExportProfileName(deps, preparedImport, { fields, openFields }),
    revision: preparedImport.revision,
    image_archive: image_archive && { file_name: image_archive.file_name, files: image_archive.files },
    corrections_count: countCorrections(corrections),
    left_out: preparedImport.left_out.length,
    unknown_values: countUndecidedValues(listUndecidedValues(unknownValues(), corrections), fields),
    checked_at: checkedAt?.toISOString() ?? null,
    checked_ago: checkedAt && Math.max(0, Math.floor((deps.clock().getTime() - checkedAt.getTime()) / 1000)),
    ...previewState,
  };
};

/** Determined from the mapping, so that no profile is shown once the user has assigned columns differently. */
const readExportProfileName = async (
  { db }: ServerDeps,
  { mapping, profile_id }: StoredPreparedImport,
  { fields, openFields }: { fields: Importable; openFields: readonly string[] },
): Promise<PreparedImport['export_profile']> => {
  if (!mapping || profile_id !== null) return null;
  const closed = [...fields.keys()].filter(name => !openFields.includes(name));
  const profile = findAppliedProfile(await listReturningProfiles(db), mapping, { fields, closed });
  return profile ? { id: profile.id, name: profile.name } : null;
};

export const presentUpload = (
  { id, file_name, created_at, expires_at }: StoredPreparedImport,
  scheduled: Awaited<ReturnType<typeof readScheduledUploads>>,
) => ({
  id,
  file_name,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  scheduled: scheduled.get(id) ?? null,
});
