import { useT } from '#providers/locale/i18nProvider.ts';
import { Notice } from '#ui/Notice.tsx';

/** Explains why the record, or its greyed-out fields, are read-only for this person. */
export const ReadOnlyNotice = ({ isWhole }: { isWhole: boolean }) => {
  const t = useT();
  return (
    <Notice kind="info" role="note">
      {t(isWhole ? 'editing.closed' : 'editing.partlyClosed')}
    </Notice>
  );
};
