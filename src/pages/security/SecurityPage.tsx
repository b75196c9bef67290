import { useT } from '#providers/locale/i18nProvider.ts';
import { Page } from '#ui/Page.tsx';

export const SecurityPage = () => {
  const t = useT();
  return <Page title={t('pages.security.title')}>{t('security.about')}</Page>;
};
