import type { ProfileChange, ProfileVersion } from '#contract/importProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';

/** Describes the changes of a version in sentences. */
export const useVersionChanges = (): ((version: ProfileVersion) => string[]) => {
  const t = useT();
  const { moment, number } = useFormats();
  const describeChange = ({ part, column, text, before, after }: ProfileChange): string => {
    if (part === 'more') return t('importPage.profile.changes.more', { number: number(Number(after)) });
    const values = { column: column ?? text ?? '', text: text ?? '', before: before ?? '—', after: after ?? '—' };
    if (part !== 'value') return t(`importPage.profile.changes.${part}`, values);
    if (after === null) return t('importPage.profile.changes.noValue', values);
    return t('importPage.profile.changes.value', { ...values, after: after || t('importPage.profile.emptyCell') });
  };
  return ({ changes, restored_from }) => [
    ...(restored_from === null ? [] : [t('importPage.profile.restored', { at: moment(restored_from) })]),
    ...(changes?.map(describeChange) ?? [t('importPage.profile.created')]),
  ];
};
