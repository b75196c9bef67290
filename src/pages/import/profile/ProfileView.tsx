import { useEffect, useRef } from 'react';
import type { ImportProfileDetails } from '#contract/importProfiles.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { useImportProfile } from '#providers/jobs/importProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { FORM_ID, useSaveShortcut } from '#resources/form/SaveBar.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageActions } from '#ui/Page.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { TextField } from '#ui/TextField.tsx';
import { RunSkeleton } from '../../jobs/Run.tsx';
import { LeaveGuard } from '../../profiles/LeaveGuard.tsx';
import styles from '../../profiles/Profile.module.css';
import { ProfileSaveBar } from '../../profiles/ProfileSaveBar.tsx';
import { LastImport } from './LastImport.tsx';
import { ProfileColumns } from './ProfileColumns.tsx';
import { ProfileHistory } from './ProfileHistory.tsx';
import { ProfileNotices } from './ProfileNotices.tsx';
import { ProfileRules } from './ProfileRules.tsx';
import { ReplacedTexts } from './ReplacedTexts.tsx';
import { ProfileSchedule } from './schedule/ProfileSchedule.tsx';
import { useProfileDraft } from './useProfileDraft.ts';
import { useSaveProfile } from './useSaveProfile.ts';

interface ProfileViewProps {
  id: number;
  onLeave: () => void;
}

/** Shows how a sender's tables are read, and lets users change it without a table. */
export const ProfileView = ({ id, onLeave }: ProfileViewProps) => {
  const t = useT();
  const { data, error, refetch } = useImportProfile(id);
  const backButton = (
    <Button variant="outlined" onClick={onLeave}>
      {t('importPage.profile.back')}
    </Button>
  );
  if (findApiError(error)?.kind === 'notFound')
    return (
      <EmptyState title={t('importPage.profile.gone')} text={t('importPage.profile.goneText')} actions={backButton} />
    );
  return (
    <>
      <PageActions>{backButton}</PageActions>
      {data ? (
        <ProfileEditor key={id} storedProfile={data} />
      ) : error ? (
        <ReadError error={error} onRetry={() => void refetch()} />
      ) : (
        <RunSkeleton />
      )}
    </>
  );
};

const ProfileEditor = ({ storedProfile }: { storedProfile: ImportProfileDetails }) => {
  const t = useT();
  const draft = useProfileDraft(storedProfile);
  const saveState = useSaveProfile(storedProfile.id, draft);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useSaveShortcut(draft.isChanged && saveState.isPossible);
  return (
    <section className={styles['profile']} aria-label={t('importPage.profile.title', { name: storedProfile.name })}>
      <h2 ref={heading} tabIndex={-1}>
        {t('importPage.profile.title', { name: storedProfile.name })}
      </h2>
      <LastImport run={storedProfile.last_run} />
      <ProfileNotices storedProfile={storedProfile} draft={draft} saveState={saveState} />
      <form
        id={FORM_ID}
        className={styles['name']}
        onSubmit={event => {
          event.preventDefault();
          saveState.save();
        }}
      >
        <TextField
          label={t('importPage.profile.name')}
          value={draft.name}
          error={saveState.nameProblem !== null}
          helperText={saveState.nameProblem}
          onChange={({ target }) => draft.rename(target.value)}
        />
      </form>
      <ProfileRules draft={draft} />
      <ProfileColumns draft={draft} fields={storedProfile.fields} unknownFields={storedProfile.unknown_fields} />
      <ReplacedTexts draft={draft} fields={storedProfile.fields} />
      <ProfileSchedule id={storedProfile.id} />
      <ProfileHistory storedProfile={storedProfile} isChanged={draft.isChanged} />
      {draft.isChanged && <ProfileSaveBar draft={draft} saveState={saveState} />}
      <LeaveGuard draft={draft} />
    </section>
  );
};
