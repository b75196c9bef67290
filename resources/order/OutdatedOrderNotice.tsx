import { useT } from '#providers/locale/i18nProvider.ts';
import { Notice } from '#ui/Notice.tsx';

/** Somebody else has saved an order while this one was changed. */
export const OutdatedOrderNotice = () => {
  const t = useT();
  return (
    <Notice kind="info" role="status">
      {t('ordering.outdated')}
    </Notice>
  );
};
