import { useEffect, useRef } from 'react';
import {
  type ExportField,
  type ExportProfile,
  type ExportResource,
  type NewExportProfile,
} from '#contract/exportProfiles.ts';
import { useExportFields, useExportProfiles } from '#providers/jobs/exportProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { FORM_ID, useSaveShortcut } from '#resources/form/SaveBar.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Notice } from '#ui/Notice.tsx';
import { PageActions } from '#ui/Page.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useSavedByText } from '../import/useSavedByText.ts';
import { RunSkeleton } from '../jobs/Run.tsx';
import { DraftNotices } from '../profiles/DraftNotices.tsx';
import { LeaveGuard } from '../profiles/LeaveGuard.tsx';
import styles from '../profiles/Profile.module.css';
import { ProfileSaveBar } from '../profiles/ProfileSaveBar.tsx';
import { useVersionedDraft } from '../profiles/useVersionedDraft.ts';
import { ColumnList } from './ColumnList.tsx';
import { createEmptyProfile } from './createEmptyProfile.ts';
import { FileInputs } from './FileInputs.tsx';
import { SampleTable } from './SampleTable.tsx';
import { toStored } from './toStored.ts';
import { useSaveExport } from './useSaveExport.ts';

interface ExportProfileViewProps {
  resource: ExportResource;
  /** Null for a new one. */
  id: number | null;
  /** Unsaved content to begin with. */
  initial: NewExportProfile | undefined;
  onCreated: (id: number, typed: NewExportProfile | undefined) => void;
  onLeave: () => void;
}

export const ExportProfileView = ({ resource, id, initial, onCreated, onLeave }: ExportProfileViewProps) => {
  const t = useT();
  const profilesQuery = useExportProfiles(resource);
  const fieldsQuery = useExportFields(resource);
  const storedProfile = profilesQuery.data?.find(profile => profile.id === id) ?? null;
  const error = profilesQuery.error ?? fieldsQuery.error;
  const backButton = (
    <Button variant="outlined" onClick={onLeave}>
      {t('exportProfiles.back')}
    </Button>
  );
  if (id !== null && profilesQuery.data && !storedProfile)
    return <EmptyState title={t('exportProfiles.gone')} text={t('exportProfiles.goneText')} actions={backButton} />;
  return (
    <>
      <PageActions>{backButton}</PageActions>
      {profilesQuery.data && fieldsQuery.data ? (
        <ExportProfileEditor {...{ resource, storedProfile, initial, onCreated }} fields={fieldsQuery.data} />
      ) : error ? (
        <ReadError error={error} onRetry={() => void Promise.all([profilesQuery.refetch(), fieldsQuery.refetch()])} />
      ) : (
        <RunSkeleton />
      )}
    </>
  );
};

interface ExportProfileEditorProps extends Pick<ExportProfileViewProps, 'resource' | 'initial' | 'onCreated'> {
  storedProfile: ExportProfile | null;
  fields: readonly ExportField[];
}

const ExportProfileEditor = ({ resource, storedProfile, initial, fields, onCreated }: ExportProfileEditorProps) => {
  const t = useT();
  const savedBy = useSavedByText();
  const draft = useVersionedDraft<NewExportProfile>({
    resource: `export-profiles/${resource}`,
    id: storedProfile?.id ?? null,
    stored: storedProfile ? toStored(storedProfile) : { content: createEmptyProfile(resource), version: null },
    initial,
  });
  const { content, change } = draft;
  const section = useRef<HTMLElement>(null);
  const saveState = useSaveExport({ resource, id: storedProfile?.id ?? null, draft, section, onCreated });
  const { errorAt } = saveState;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useSaveShortcut(draft.isChanged);
  const title = storedProfile
    ? t('exportProfiles.editTitle', { name: storedProfile.name })
    : t('exportProfiles.newTitle');
  return (
    <section ref={section} className={styles['profile']} aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <DraftNotices
        messages="exportProfiles"
        draft={draft}
        isSaving={saveState.isSaving}
        savedBy={storedProfile ? savedBy(storedProfile) : ''}
        onReplace={() => saveState.save(storedProfile?.version)}
      />
      <NameForm
        name={content.name}
        error={errorAt('name')}
        onRename={name => change({ name })}
        onSave={() => saveState.save()}
      />
      <FileInputs file={content.file} onChange={file => change({ file })} />
      <ColumnList
        columns={content.columns}
        fields={fields}
        errorAt={errorAt}
        onChange={columns => change({ columns })}
      />
      <ColumnNotices resource={resource} columns={content.columns} fields={fields} />
      <SampleTable content={content} />
      {draft.isChanged && <ProfileSaveBar draft={draft} saveState={saveState} />}
      <LeaveGuard draft={draft} />
    </section>
  );
};

interface NameFormProps {
  name: string;
  error: string | null;
  onRename: (name: string) => void;
  onSave: () => void;
}

const NameForm = ({ name, error, onRename, onSave }: NameFormProps) => {
  const t = useT();
  return (
    <form
      id={FORM_ID}
      className={styles['name']}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        onSave();
      }}
    >
      <TextField
        label={t('exportProfiles.name')}
        value={name}
        error={error !== null}
        helperText={error}
        onChange={({ target }) => onRename(target.value)}
      />
    </form>
  );
};

interface ColumnNoticesProps extends Pick<NewExportProfile, 'resource' | 'columns'> {
  fields: readonly ExportField[];
}

/** What the file will lack. */
const ColumnNotices = ({ resource, columns, fields }: ColumnNoticesProps) => {
  const t = useT();
  const fieldsByName = new Map(fields.map(field => [field.name, field]));
  const emptyColumns = columns.filter(({ field }) => field !== null && !fieldsByName.has(field));
  const hasKey = columns.some(({ field }) => field !== null && fieldsByName.get(field)?.is_key);
  const isImportable = resource === 'nomenclature';
  return (
    <>
      {emptyColumns.length > 0 && (
        <Notice kind="warning">
          {t('exportProfiles.emptyHeadings', {
            smart_count: emptyColumns.length,
            names: emptyColumns.map(({ heading }) => t('shell.quoted', { name: heading })).join(', '),
          })}
        </Notice>
      )}
      {isImportable && columns.length > 0 && !hasKey && <Notice kind="info">{t('exportProfiles.noKey')}</Notice>}
    </>
  );
};
