import type { MessageKey } from '#i18n/translate.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Notice } from '#ui/Notice.tsx';

interface ReadOnlyNoticeProps {
  isWholeRecord: boolean;
  reasonKey: MessageKey | null;
}

export const ReadOnlyNotice = ({ isWholeRecord, reasonKey }: ReadOnlyNoticeProps) => {
  const t = useT();
  return (
    <Notice kind="info" role="note">
      {t(reasonKey ?? (isWholeRecord ? 'editing.closed' : 'editing.partlyClosed'))}
    </Notice>
  );
};
