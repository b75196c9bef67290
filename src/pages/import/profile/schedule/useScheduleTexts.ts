import type { ImportSchedule, ScheduleContent, ScheduleSource, ScheduleTime } from '#contract/importSchedules.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';

const MINUTES_PER_HOUR = 60;

/** Describes schedules in words. */
export const useScheduleTexts = () => {
  const t = useT();
  const { recent } = useFormats();
  const sourceOf = (source: ScheduleSource): string =>
    source.kind === 'folder' ? t('importPage.schedule.folder', { folder: source.folder }) : source.address;
  const timeOf = (time: ScheduleTime, zone: string): string => {
    if (time.kind === 'daily') return t('importPage.schedule.time.daily', { time: time.time, zone });
    if (time.minutes === MINUTES_PER_HOUR) return t('importPage.schedule.time.hourly');
    return time.minutes % MINUTES_PER_HOUR === 0
      ? t('importPage.schedule.time.hours', { smart_count: time.minutes / MINUTES_PER_HOUR })
      : t('importPage.schedule.time.minutes', { smart_count: time.minutes });
  };
  return {
    sentenceOf: ({ source, time, starts }: ScheduleContent, zone: string): string =>
      t('importPage.schedule.sentence', {
        source: sourceOf(source),
        time: timeOf(time, zone),
        becomes: t(`importPage.schedule.becomes.${starts ? 'starts' : 'waits'}`),
      }),
    /** For a list of profiles. */
    summaryOf: ({ source, last, next_at }: ImportSchedule): string =>
      last?.outcome === 'failed'
        ? t('importPage.schedule.failedList', { source: sourceOf(source) })
        : t('importPage.schedule.byList', { source: sourceOf(source), at: recent(next_at) }),
  };
};
