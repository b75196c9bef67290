import type { MessageKey } from '#i18n/translate.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Notice } from '#ui/Notice.tsx';

interface ReadOnlyNoticeProps {
  isWhole: boolean;
  /** The resource's own explanation. */
  why: MessageKey | null;
}

/** Explains why the record, or its greyed-out fields, are read-only for this person. */
export const ReadOnlyNotice = ({ isWhole, why }: ReadOnlyNoticeProps) => {
  const t = useT();
  return (
    <Notice kind="info" role="note">
      {t(why ?? (isWhole ? 'editing.closed' : 'editing.partlyClosed'))}
    </Notice>
  );
};
