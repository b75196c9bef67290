import CloudOffIcon from '@mui/icons-material/CloudOffOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import { useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { Button } from '#ui/Button.tsx';
import { createAddress } from '../engine/addresses.ts';
import type { Definition } from '../engine/types.ts';
import styles from './ListScreen.module.css';

/** No rows: nothing matches, or there is nothing yet; says what to do next. */
export const ListEmpty = ({ definition, isFiltered }: { definition: Definition; isFiltered: boolean }) => {
  const t = useT();
  const may = useCan();
  const { setFilters } = useListContext();
  const Icon = isFiltered ? SearchOffIcon : definition.icon;
  return (
    <div className={styles['state']} role="status">
      <span className={styles['stateIcon']}>
        <Icon />
      </span>
      <h2>{t(isFiltered ? 'shell.nothingFound' : 'shell.nothingYet')}</h2>
      <p>{t(isFiltered ? 'shell.nothingFoundHint' : 'shell.nothingYetHint')}</p>
      {isFiltered && (
        <Button variant="outlined" onClick={() => setFilters({}, [])}>
          {t('shell.resetFilters')}
        </Button>
      )}
      {!isFiltered && may(definition.collection.access.create) && (
        <Button variant="outlined" component={Link} to={createAddress(definition)}>
          {t('shell.create')}
        </Button>
      )}
    </div>
  );
};

/** The list could not be read: what happened and one way on. */
export const ListFailed = () => {
  const t = useT();
  const { refetch, error, setFilters } = useListContext();
  return (
    <div className={styles['state']} role="alert">
      <span className={styles['stateIcon']}>
        <CloudOffIcon />
      </span>
      <h2>{t('shell.listFailed')}</h2>
      <p>{error?.message}</p>
      <div>
        <Button variant="outlined" onClick={() => refetch()}>
          {t('shell.retry')}
        </Button>{' '}
        <Button onClick={() => setFilters({}, [])}>{t('shell.resetFilters')}</Button>
      </div>
    </div>
  );
};
