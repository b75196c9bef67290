import { useState } from 'react';
import { type ImportProfile, NewProfile, preparedLimits } from '#contract/preparing.ts';
import { describeIssue } from '#i18n/issues.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { useCreateImportProfile, useImportProfiles } from '#providers/jobs/importProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { Button } from '#ui/Button.tsx';
import { FilePicker } from '#ui/FilePicker.tsx';
import { ImportErrors } from './ImportErrors.tsx';
import { TakenNameDialog } from './TakenNameDialog.tsx';

/** A profile, read from a file, whose name is already used by another profile. */
interface ConflictingProfile {
  fileProfile: NewProfile;
  existingProfile: ImportProfile;
}

/** Creates a profile from a file that was exported on this or another installation. */
export const ProfileFile = ({ onOpen }: { onOpen: (id: number) => void }) => {
  const t = useT();
  const notifyError = useNotifyError();
  const readFile = useReadProfileFile();
  const createMutation = useCreateImportProfile();
  const { refetch } = useImportProfiles();
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<ConflictingProfile | null>(null);
  const create = async (fileProfile: NewProfile) => {
    try {
      onOpen((await createMutation.mutateAsync(fileProfile)).id);
    } catch (error) {
      const isTaken = findApiError(error)?.errors['name'] !== undefined;
      const profiles = isTaken ? (await refetch()).data : undefined;
      const other = profiles?.find(({ name }) => name.toLowerCase() === fileProfile.name.toLowerCase());
      if (other) setConflict({ fileProfile, existingProfile: other });
      else notifyError(error);
    }
  };
  const take = async ([file]: FileList) => {
    if (!file) return;
    const fileProfile = await readFile(file);
    setError('error' in fileProfile ? fileProfile.error : null);
    if ('profile' in fileProfile) await create(fileProfile.profile);
  };
  return (
    <>
      <FilePicker
        label={t('importPage.profileFile.choose')}
        accept=".json,application/json"
        onChoose={files => void take(files)}
      >
        {choose => (
          <Button loading={createMutation.isPending} onClick={choose}>
            {t('importPage.profileFile.choose')}
          </Button>
        )}
      </FilePicker>
      {error !== null && <ImportErrors errors={[error]} />}
      {conflict && (
        <TakenNameDialog
          key={conflict.fileProfile.name}
          {...conflict}
          isCreating={createMutation.isPending}
          onRename={name => void create({ ...conflict.fileProfile, name })}
          onChanged={changedProfile => setConflict({ ...conflict, existingProfile: changedProfile })}
          onOpen={onOpen}
          onClose={() => setConflict(null)}
        />
      )}
    </>
  );
};

type ReadProfile = { profile: NewProfile } | { error: string };

const useReadProfileFile = (): ((file: File) => Promise<ReadProfile>) => {
  const t = useT();
  const describePlace = (path: readonly PropertyKey[], columns: unknown): string => {
    const [section, list, index, ...rest] = path;
    if (section !== 'mapping' || list !== 'columns' || typeof index !== 'number') return path.join('.');
    const header = readHeader(columns, index);
    return [t('importPage.profileFile.column', { number: index + 1, header }), ...rest.map(String)].join(', ');
  };
  return async file => {
    if (file.size > preparedLimits.profileBytes) return { error: t('importPage.profileFile.other') };
    const json = parseJson(await file.text());
    if (!isProfileLike(json)) return { error: t('importPage.profileFile.other') };
    const parseResult = NewProfile.safeParse(json, { reportInput: true });
    if (parseResult.success) return { profile: parseResult.data };
    const [issue] = parseResult.error.issues;
    if (!issue) return { error: t('importPage.profileFile.other') };
    const place = describePlace(issue.path, json.mapping) || t('importPage.profileFile.whole');
    const problem = describeIssue(issue, (key, values) => t(`validation.${key}`, values));
    return { error: t('importPage.profileFile.fault', { where: place, what: problem }) };
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isProfileLike = (json: unknown): json is { mapping: unknown } =>
  typeof json === 'object' && json !== null && 'name' in json && 'mapping' in json;

/** Reads the heading of a column. The file is not validated, so any part of it may be malformed. */
const readHeader = (mapping: unknown, index: number): string => {
  const header = (mapping as { columns?: { sources?: { header?: unknown }[] }[] })?.columns?.[index]?.sources?.[0]
    ?.header;
  return typeof header === 'string' ? header : '—';
};
