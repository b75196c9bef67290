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

/** A profile from a file whose name is already taken by another profile. */
interface ConflictingProfile {
  read: NewProfile;
  taken: ImportProfile;
}

/** Creates a profile from a file that was exported on this or another installation. */
export const ProfileFile = ({ onOpen }: { onOpen: (id: number) => void }) => {
  const t = useT();
  const notifyError = useNotifyError();
  const readFile = useReadProfileFile();
  const creating = useCreateImportProfile();
  const { refetch } = useImportProfiles();
  const [fault, setFault] = useState<string | null>(null);
  const [taken, setTaken] = useState<ConflictingProfile | null>(null);
  const create = async (read: NewProfile) => {
    try {
      onOpen((await creating.mutateAsync(read)).id);
    } catch (error) {
      const isTaken = findApiError(error)?.errors['name'] !== undefined;
      const profiles = isTaken ? (await refetch()).data : undefined;
      const other = profiles?.find(({ name }) => name.toLowerCase() === read.name.toLowerCase());
      if (other) setTaken({ read, taken: other });
      else notifyError(error);
    }
  };
  const take = async ([file]: FileList) => {
    if (!file) return;
    const read = await readFile(file);
    setFault('fault' in read ? read.fault : null);
    if ('profile' in read) await create(read.profile);
  };
  return (
    <>
      <FilePicker
        label={t('importPage.profileFile.choose')}
        accept=".json,application/json"
        onChoose={files => void take(files)}
      >
        {choose => (
          <Button loading={creating.isPending} onClick={choose}>
            {t('importPage.profileFile.choose')}
          </Button>
        )}
      </FilePicker>
      {fault !== null && <ImportErrors faults={[fault]} />}
      {taken && (
        <TakenNameDialog
          key={taken.read.name}
          {...taken}
          isCreating={creating.isPending}
          onRename={name => void create({ ...taken.read, name })}
          onChanged={changed => setTaken({ ...taken, taken: changed })}
          onOpen={onOpen}
          onClose={() => setTaken(null)}
        />
      )}
    </>
  );
};

type ReadProfile = { profile: NewProfile } | { fault: string };

const useReadProfileFile = (): ((file: File) => Promise<ReadProfile>) => {
  const t = useT();
  const placeOf = (path: readonly PropertyKey[], columns: unknown): string => {
    const [part, list, at, ...rest] = path;
    if (part !== 'arrangement' || list !== 'columns' || typeof at !== 'number') return path.join('.');
    const header = readHeader(columns, at);
    return [t('importPage.profileFile.column', { number: at + 1, header }), ...rest.map(String)].join(', ');
  };
  return async file => {
    if (file.size > preparedLimits.profileBytes) return { fault: t('importPage.profileFile.other') };
    const json = parseJson(await file.text());
    if (!isProfileLike(json)) return { fault: t('importPage.profileFile.other') };
    const read = NewProfile.safeParse(json, { reportInput: true });
    if (read.success) return { profile: read.data };
    const [issue] = read.error.issues;
    if (!issue) return { fault: t('importPage.profileFile.other') };
    const where = placeOf(issue.path, json.arrangement) || t('importPage.profileFile.whole');
    const what = describeIssue(issue, (key, values) => t(`validation.${key}`, values));
    return { fault: t('importPage.profileFile.fault', { where, what }) };
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isProfileLike = (json: unknown): json is { arrangement: unknown } =>
  typeof json === 'object' && json !== null && 'name' in json && 'arrangement' in json;

/** Reads the heading of a column. The file is not validated, so any part of it may be malformed. */
const readHeader = (arrangement: unknown, at: number): string => {
  const header = (arrangement as { columns?: { sources?: { header?: unknown }[] }[] })?.columns?.[at]?.sources?.[0]
    ?.header;
  return typeof header === 'string' ? header : '—';
};
