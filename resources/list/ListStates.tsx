import CloudOffIcon from '@mui/icons-material/CloudOffOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import { useCanAccess, useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { createAddress } from '../engine/addresses.ts';
import type { Definition } from '../engine/types.ts';

/** An empty list: no matches, or no records yet, with the next step for either case. */
export const ListEmpty = ({ definition, isFiltered }: { definition: Definition; isFiltered: boolean }) => {
  const t = useT();
  const { canAccess: canCreate } = useCanAccess({ resource: definition.name, action: 'create' });
  const { setFilters } = useListContext();
  const Icon = isFiltered ? SearchOffIcon : definition.icon;
  return (
    <Empty
      icon={<Icon />}
      title={t(isFiltered ? 'shell.nothingFound' : 'shell.nothingYet')}
      text={t(isFiltered ? 'shell.nothingFoundHint' : 'shell.nothingYetHint')}
      actions={
        isFiltered ? (
          <Button variant="outlined" onClick={() => setFilters({}, [])}>
            {t('shell.resetFilters')}
          </Button>
        ) : (
          canCreate && (
            <Button variant="outlined" component={Link} to={createAddress(definition)}>
              {t('shell.create')}
            </Button>
          )
        )
      }
    />
  );
};

/** A failed list request, with a way to retry. */
export const ListFailed = () => {
  const t = useT();
  const { refetch, error, setFilters } = useListContext();
  return (
    <Empty
      role="alert"
      icon={<CloudOffIcon />}
      title={t('shell.listFailed')}
      text={error?.message}
      actions={
        <>
          <Button variant="outlined" onClick={() => refetch()}>
            {t('shell.retry')}
          </Button>
          <Button onClick={() => setFilters({}, [])}>{t('shell.resetFilters')}</Button>
        </>
      }
    />
  );
};
