import type { MessageKey } from '#i18n/translate.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Notice } from '#ui/Notice.tsx';

interface ReadOnlyNoticeProps {
  isWhole: boolean;
  why: MessageKey | null;
}

export const ReadOnlyNotice = ({ isWhole, why }: ReadOnlyNoticeProps) => {
  const t = useT();
  return (
    <Notice kind="info" role="note">
      {t(why ?? (isWhole ? 'editing.closed' : 'editing.partlyClosed'))}
    </Notice>
  );
};
