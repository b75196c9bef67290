import { useState } from 'react';
import type { ProfileHistory as History, ImportProfileDetails, ProfileVersion } from '#contract/importProfiles.ts';
import { useProfileVersions, useRestoreImportProfile } from '#providers/jobs/importProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useFormats } from '#resources/engine/format.ts';
import { useEditorName } from '#resources/engine/useEditorName.ts';
import { Button, LinkButton } from '#ui/Button.tsx';
import { Question } from '#ui/Dialog.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { Table } from '#ui/Table.tsx';
import styles from '../../profiles/Profile.module.css';
import { isVersion, useHistoryTexts } from './useHistoryTexts.ts';

interface ProfileHistoryProps {
  storedProfile: ImportProfileDetails;
  /** Restoring a version would discard unsaved changes. */
  isChanged: boolean;
}

/**
 * Shows who changed what in the profile and its schedule, and when. Restoring an earlier version saves it as a new
 * version and leaves the schedule unchanged.
 */
export const ProfileHistory = ({ storedProfile, isChanged }: ProfileHistoryProps) => {
  const t = useT();
  const { moment } = useFormats();
  const notifyError = useNotifyError();
  const { data, error, refetch } = useProfileVersions(storedProfile);
  const restoreMutation = useRestoreImportProfile(storedProfile.id);
  const [versionToRestore, setVersionToRestore] = useState<ProfileVersion | null>(null);
  const close = () => setVersionToRestore(null);
  return (
    <section className={styles['block']} aria-labelledby="profile-history">
      <h3 id="profile-history">{t('importPage.profile.history')}</h3>
      {!data && Boolean(error) && <ReadError error={error} onRetry={() => void refetch()} />}
      {data && (
        <HistoryTable
          profileId={storedProfile.id}
          history={data}
          isChanged={isChanged}
          onRestore={setVersionToRestore}
        />
      )}
      {versionToRestore && (
        <Question
          title={t('importPage.profile.restoreAsk', { at: moment(versionToRestore.at) })}
          confirm={t('importPage.profile.restore')}
          isPending={restoreMutation.isPending}
          onConfirm={() =>
            restoreMutation.mutate(
              { restored: versionToRestore.version, version: storedProfile.version },
              { onError: failure => notifyError(failure), onSettled: close },
            )
          }
          onClose={close}
        >
          {t('importPage.profile.restoreText')}
        </Question>
      )}
    </section>
  );
};

interface HistoryTableProps {
  profileId: number;
  history: History;
  isChanged: boolean;
  onRestore: (version: ProfileVersion) => void;
}

const HistoryTable = ({ profileId, history, isChanged, onRestore }: HistoryTableProps) => {
  const t = useT();
  const { moment } = useFormats();
  const nameOf = useEditorName();
  const describeChanges = useHistoryTexts(profileId);
  const current = history.find(isVersion);
  return (
    <Table label={t('importPage.profile.history')} isStacked>
      <thead>
        <tr>
          <th scope="col">{t('importPage.profile.when')}</th>
          <th scope="col">{t('importPage.profile.what')}</th>
          <th scope="col">{t('runs.who')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {history.map(entry => (
          <tr key={isVersion(entry) ? entry.version : `schedule ${entry.schedule_change}`}>
            <th scope="row">{moment(entry.at)}</th>
            <td data-label={t('importPage.profile.what')}>
              <VersionChanges descriptions={describeChanges(entry)} />
            </td>
            <td data-label={t('runs.who')}>{entry.by ? nameOf(entry.by) : '—'}</td>
            <td className={styles['actions']}>
              {entry === current && t('importPage.profile.current')}
              {isVersion(entry) && entry !== current && (
                <Button
                  disabled={isChanged}
                  title={isChanged ? t('importPage.profile.restoreUnsaved') : undefined}
                  aria-label={t('importPage.profile.restoreOf', { at: moment(entry.at) })}
                  onClick={() => onRestore(entry)}
                >
                  {t('importPage.profile.restore')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
};

const MAX_SHOWN_CHANGES = 3;

const VersionChanges = ({ descriptions }: { descriptions: readonly string[] }) => {
  const t = useT();
  const [isShownWhole, setShownWhole] = useState(false);
  return (
    <ul className={styles['changes']}>
      {(isShownWhole ? descriptions : descriptions.slice(0, MAX_SHOWN_CHANGES)).map(text => (
        <li key={text}>{text}</li>
      ))}
      {!isShownWhole && descriptions.length > MAX_SHOWN_CHANGES && (
        <li>
          <LinkButton onClick={() => setShownWhole(true)}>
            {t('importPage.profile.moreChanges', { smart_count: descriptions.length - MAX_SHOWN_CHANGES })}
          </LinkButton>
        </li>
      )}
    </ul>
  );
};
