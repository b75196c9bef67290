import type { ReactNode } from 'react';
import { type ImportSchedule, type ScheduleReading, scheduleLimits } from '#contract/importSchedules.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Notice } from '#ui/Notice.tsx';

interface LastReadingProps {
  schedule: ImportSchedule;
  actions: ReactNode;
}

/** What the last reading found, and when the next reading is due. */
export const LastReading = ({ schedule: { last, next_at, is_due }, actions }: LastReadingProps) => {
  const t = useT();
  const { recent } = useFormats();
  const isBad = last?.outcome === 'failed' || last?.outcome === 'refused';
  return (
    <>
      {last && isBad && (
        <Notice kind="warning">
          {t(`importPage.schedule.${last.outcome === 'failed' ? 'failed' : 'refused'}`, {
            at: recent(last.at),
            why: last.why ?? '',
          })}
        </Notice>
      )}
      <p role="status">
        {last && !isBad && `${t('importPage.schedule.last', { at: recent(last.at), what: describeOutcome(t, last) })} `}
        {is_due ? t('importPage.schedule.due') : t('importPage.schedule.next', { at: recent(next_at) })} {actions}
      </p>
    </>
  );
};

const describeOutcome = (t: ReturnType<typeof useT>, { outcome, taken }: ScheduleReading): string =>
  t(`importPage.schedule.outcomes.${outcome}`, { smart_count: taken, limit: scheduleLimits.waiting });
