import type { PreparedImport } from '#contract/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Notice } from '#ui/Notice.tsx';

/** Explains why a table that nobody has uploaded is waiting here. */
export const ScheduledNotice = ({ scheduled }: { scheduled: NonNullable<PreparedImport['scheduled']> }) => {
  const t = useT();
  const { profile, why } = scheduled;
  return (
    <Notice kind={why.length > 0 ? 'warning' : 'info'}>
      {t('importPage.schedule.waitsNotice', { name: profile })}
      {why.map(reason => (
        <div key={reason}>{reason}</div>
      ))}
    </Notice>
  );
};
