import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { ImportSchedule, ScheduleDetails } from '#contract/importSchedules.ts';
import { useProfileSchedule, useReadSource, useSaveSchedule } from '#providers/jobs/importSchedules.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useEditorName } from '#resources/engine/useEditorName.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import styles from '../../../profiles/Profile.module.css';
import { LastReading } from './LastReading.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { TakenTables } from './TakenTables.tsx';
import { useScheduleTexts } from './useScheduleTexts.ts';

/** The schedule by which the tables of a profile are fetched, with the result of the last check and the fetched tables. */
export const ProfileSchedule = ({ id }: { id: number }) => {
  const t = useT();
  const { data, error, refetch } = useProfileSchedule(id);
  return (
    <section className={styles['block']} aria-labelledby="profile-schedule">
      <h3 id="profile-schedule">{t('importPage.schedule.title')}</h3>
      {!data && Boolean(error) && <ReadError error={error} onRetry={() => void refetch()} />}
      {data && <ScheduleView id={id} details={data} />}
    </section>
  );
};

const ScheduleView = ({ id, details }: { id: number; details: ScheduleDetails }) => {
  const t = useT();
  const { sentenceOf } = useScheduleTexts();
  const [isOpen, open] = useState(false);
  const { schedule, tables, time_zone } = details;
  return (
    <>
      <p>
        {schedule ? sentenceOf(schedule, time_zone) : t('importPage.schedule.none')}{' '}
        <Button aria-haspopup="dialog" onClick={() => open(true)}>
          {t(`importPage.schedule.${schedule ? 'change' : 'set'}`)}
        </Button>
      </p>
      {isOpen && <ScheduleDialog id={id} details={details} onClose={() => open(false)} />}
      {schedule && <ScheduleState id={id} schedule={schedule} />}
      {tables.length > 0 && <TakenTables id={id} tables={tables} isDue={schedule && schedule.is_due} />}
    </>
  );
};

const ScheduleState = ({ id, schedule }: { id: number; schedule: ImportSchedule }) => {
  const t = useT();
  const getName = useEditorName();
  const readMutation = useReadSource(id);
  const notifyError = useNotifyError();
  return (
    <>
      {schedule.problem && <AuthorProblemNotice id={id} schedule={schedule} />}
      <LastReading
        schedule={schedule}
        actions={
          <Button
            loading={schedule.is_due || readMutation.isPending}
            onClick={() => readMutation.mutate(undefined, { onError: failure => notifyError(failure) })}
          >
            {t('importPage.schedule.readNow')}
          </Button>
        }
      />
      {schedule.set_by && <p>{t('importPage.schedule.setBy', { name: getName(schedule.set_by) })}</p>}
    </>
  );
};

/** A user who saves the schedule without changes takes it over. */
const AuthorProblemNotice = ({ id, schedule }: { id: number; schedule: ImportSchedule }) => {
  const t = useT();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const saveMutation = useSaveSchedule(id);
  const { source, time, starts, version, problem } = schedule;
  const adoptSchedule = () =>
    saveMutation.mutate(
      { source, time, starts, version },
      {
        onSuccess: () => notify(t('importPage.schedule.saved'), { type: 'success' }),
        onError: failure => notifyError(failure),
      },
    );
  return (
    <Notice
      kind="warning"
      actions={
        <Button variant="outlined" loading={saveMutation.isPending} onClick={adoptSchedule}>
          {t('importPage.schedule.adopt')}
        </Button>
      }
    >
      {problem && t(`importPage.schedule.problems.${problem}`)}
    </Notice>
  );
};
