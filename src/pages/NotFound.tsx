import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { HOME } from '#contract/addresses.ts';
import { useT } from '#providers/i18nProvider.ts';
import { usePageTitle } from '#resources/schema/ui/Page.tsx';
import styles from './Message.module.css';

/** An address that leads nowhere. */
export const NotFound = () => {
  const t = useT();
  usePageTitle(t('shell.pageMissing'));
  return (
    <div className={styles['message']} role="alert">
      <h1>{t('shell.pageMissing')}</h1>
      <p>{t('shell.pageMissingHint')}</p>
      <Button variant="outlined" component={Link} to={HOME}>
        {t('shell.home')}
      </Button>
    </div>
  );
};
