import { useT } from '#providers/locale/i18nProvider.ts';
import { Notice } from '#ui/Notice.tsx';

/** The record, or the fields of it that are greyed, may be looked at and not changed by this person. */
export const ClosedNote = ({ isWhole }: { isWhole: boolean }) => {
  const t = useT();
  return (
    <Notice kind="info" role="note">
      {t(isWhole ? 'editing.closed' : 'editing.partlyClosed')}
    </Notice>
  );
};
