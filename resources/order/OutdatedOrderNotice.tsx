import { useT } from '#providers/locale/i18nProvider.ts';
import { Notice } from '#ui/Notice.tsx';

/** Shown if somebody else has saved an order while the user was changing this one. */
export const OutdatedOrderNotice = () => {
  const t = useT();
  return (
    <Notice kind="info" role="status">
      {t('ordering.outdated')}
    </Notice>
  );
};
