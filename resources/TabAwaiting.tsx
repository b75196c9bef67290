import { useT } from '#providers/i18nProvider.ts';
import { Empty } from './schema/ui/Empty.tsx';

/** A tab whose work is not ready: it says so and where the work is done meanwhile. */
export const TabAwaiting = () => {
  const t = useT();
  return <Empty title={t('shell.tabAwaiting')} text={t('shell.tabAwaitingHint')} />;
};
