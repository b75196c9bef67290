import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import type { ImportProfileDetails } from '#contract/importProfiles.ts';
import { useUnsavedForms } from '#providers/forms/unsavedForms.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { useImportProfile } from '#providers/jobs/importProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { FORM_ID, useSaveShortcut } from '#resources/form/SaveBar.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LeaveDialog } from '#ui/LeaveDialog.tsx';
import { PageActions } from '#ui/Page.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { TextField } from '#ui/TextField.tsx';
import { RunSkeleton } from '../../jobs/Run.tsx';
import { LastImport } from './LastImport.tsx';
import styles from './Profile.module.css';
import { ProfileColumns } from './ProfileColumns.tsx';
import { ProfileHistory } from './ProfileHistory.tsx';
import { ProfileNotices } from './ProfileNotices.tsx';
import { ProfileRules } from './ProfileRules.tsx';
import { ProfileSaveBar } from './ProfileSaveBar.tsx';
import { ReplacedTexts } from './ReplacedTexts.tsx';
import { ProfileSchedule } from './schedule/ProfileSchedule.tsx';
import { type ProfileDraft, useProfileDraft } from './useProfileDraft.ts';
import { useSaveProfile } from './useSaveProfile.ts';

interface ProfileViewProps {
  id: number;
  onLeave: () => void;
}

/** Shows how a sender's tables are read, and lets users change it without a table. */
export const ProfileView = ({ id, onLeave }: ProfileViewProps) => {
  const t = useT();
  const { data, error, refetch } = useImportProfile(id);
  const back = (
    <Button variant="outlined" onClick={onLeave}>
      {t('importPage.profile.back')}
    </Button>
  );
  if (findApiError(error)?.kind === 'notFound')
    return <EmptyState title={t('importPage.profile.gone')} text={t('importPage.profile.goneText')} actions={back} />;
  return (
    <>
      <PageActions>{back}</PageActions>
      {data ? (
        <ProfileEditor key={id} stored={data} />
      ) : error ? (
        <ReadError error={error} onRetry={() => void refetch()} />
      ) : (
        <RunSkeleton />
      )}
    </>
  );
};

const ProfileEditor = ({ stored }: { stored: ImportProfileDetails }) => {
  const t = useT();
  const draft = useProfileDraft(stored);
  const saving = useSaveProfile(stored.id, draft);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useLeaveRegistration(draft);
  useSaveShortcut(draft.isChanged && saving.isPossible);
  return (
    <section className={styles['profile']} aria-label={t('importPage.profile.title', { name: stored.name })}>
      <h2 ref={heading} tabIndex={-1}>
        {t('importPage.profile.title', { name: stored.name })}
      </h2>
      <LastImport run={stored.last_run} />
      <ProfileNotices stored={stored} draft={draft} saving={saving} />
      <form
        id={FORM_ID}
        className={styles['name']}
        onSubmit={event => {
          event.preventDefault();
          saving.save();
        }}
      >
        <TextField
          label={t('importPage.profile.name')}
          value={draft.name}
          error={saving.nameFault !== null}
          helperText={saving.nameFault}
          onChange={({ target }) => draft.rename(target.value)}
        />
      </form>
      <ProfileRules draft={draft} />
      <ProfileColumns draft={draft} fields={stored.fields} unknownFields={stored.unknown_fields} />
      <ReplacedTexts draft={draft} fields={stored.fields} />
      <ProfileSchedule id={stored.id} />
      <ProfileHistory stored={stored} isChanged={draft.isChanged} />
      {draft.isChanged && <ProfileSaveBar draft={draft} saving={saving} />}
      <LeaveGuard />
    </section>
  );
};

const useLeaveRegistration = ({ isChanged, autosaver }: ProfileDraft): void => {
  const unsaved = useUnsavedForms();
  useEffect(() => unsaved.register({ isUnsaved: () => isChanged, discard: autosaver.discard }));
};

/** The profile is a query parameter of the page, so any other change of the address also leaves it. */
const LeaveGuard = () => {
  const unsaved = useUnsavedForms();
  const blocker = useBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      (next.pathname !== now.pathname || next.search !== now.search) && unsaved.hasUnsaved(),
  );
  const leave = async () => {
    await unsaved.discard();
    blocker.proceed?.();
  };
  return (
    <LeaveDialog open={blocker.state === 'blocked'} onLeave={() => void leave()} onStay={() => blocker.reset?.()} />
  );
};
