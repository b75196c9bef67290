import { Link } from 'react-router-dom';
import { HOME } from '#contract/addresses.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Heading } from '#ui/Heading.tsx';
import { usePageTitle } from '#ui/Page.tsx';
import styles from './Message.module.css';

/** An address that leads nowhere. */
export const NotFound = () => {
  const t = useT();
  usePageTitle(t('shell.pageMissing'));
  return (
    <div className={styles['message']} role="alert">
      <Heading>{t('shell.pageMissing')}</Heading>
      <p>{t('shell.pageMissingHint')}</p>
      <Button variant="outlined" component={Link} to={HOME}>
        {t('shell.home')}
      </Button>
    </div>
  );
};
