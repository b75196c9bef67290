import type { ProfileChange, ProfileHistory, ProfileVersion, ScheduleChange } from '#contract/importProfiles.ts';
import { useProfileSchedule } from '#providers/jobs/importSchedules.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { useScheduleTexts } from './schedule/useScheduleTexts.ts';

type HistoryEntry = ProfileHistory[number];

export const isVersion = (entry: HistoryEntry): entry is ProfileVersion => 'version' in entry;

/** Describes the changes in a version, or to the schedule, in sentences. */
export const useHistoryTexts = (profileId: number): ((entry: HistoryEntry) => string[]) => {
  const t = useT();
  const { moment, number } = useFormats();
  const { sentenceOf } = useScheduleTexts();
  const zone = useProfileSchedule(profileId).data?.time_zone ?? '';
  const describeChange = ({ part, column, text, before, after }: ProfileChange): string => {
    if (part === 'more') return t('importPage.profile.changes.more', { number: number(Number(after)) });
    const values = { column: column ?? text ?? '', text: text ?? '', before: before ?? '—', after: after ?? '—' };
    if (part !== 'value') return t(`importPage.profile.changes.${part}`, values);
    if (after === null) return t('importPage.profile.changes.noValue', values);
    return t('importPage.profile.changes.value', { ...values, after: after || t('importPage.profile.emptyCell') });
  };
  const describeSchedule = ({ before, after }: ScheduleChange): string => {
    const [was, becomes] = [before, after].map(content => content && sentenceOf(content, zone));
    if (!becomes) return t('importPage.profile.schedule.removed', { was: was ?? '' });
    if (!was) return t('importPage.profile.schedule.set', { becomes });
    return t(`importPage.profile.schedule.${was === becomes ? 'adopted' : 'changed'}`, { was, becomes });
  };
  return entry => {
    if (!isVersion(entry)) return [describeSchedule(entry)];
    const { changes, restored_from } = entry;
    return [
      ...(restored_from === null ? [] : [t('importPage.profile.restored', { at: moment(restored_from) })]),
      ...(changes?.map(describeChange) ?? [t('importPage.profile.created')]),
    ];
  };
};
