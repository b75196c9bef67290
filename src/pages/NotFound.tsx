import { Link } from 'react-router-dom';
import { HOME_PATH } from '#contract/addresses.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { usePageTitle } from '#ui/Page.tsx';

export const NotFound = () => {
  const t = useT();
  usePageTitle(t('shell.pageMissing'));
  return (
    <EmptyState
      isPage
      role="alert"
      title={t('shell.pageMissing')}
      text={t('shell.pageMissingHint')}
      actions={
        <Button variant="outlined" component={Link} to={HOME_PATH}>
          {t('shell.home')}
        </Button>
      }
    />
  );
};
