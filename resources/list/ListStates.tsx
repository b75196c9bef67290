import CloudOffIcon from '@mui/icons-material/CloudOffOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import { useCanAccess, useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { getCreatePath } from '../engine/resourcePaths.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';

interface ListEmptyProps {
  definition: Definition;
  doneHere: string | null;
}

export const ListEmpty = ({ definition, doneHere }: ListEmptyProps) => {
  const t = useT();
  const { ofMany, nothingYet } = useLabels(definition.name);
  const { canAccess: canCreate } = useCanAccess({ resource: definition.name, action: 'create' });
  const { setFilters, filterValues = {} } = useListContext();
  const isFiltered = Object.keys(filterValues).length > 0;
  const isTyped = Boolean(filterValues['search']);
  const getEmptyTexts = () => {
    if (!isFiltered) return { title: t('shell.nothingYet'), text: nothingYet };
    if (doneHere) return { title: t('listing.noneLeft', { records: ofMany }), text: doneHere };
    if (isTyped) return { title: t('shell.nothingFound'), text: t('shell.nothingFoundHint') };
    return { title: t('listing.noneFiltered', { records: ofMany }), text: t('listing.noneFilteredHint') };
  };
  const Icon = isFiltered ? SearchOffIcon : definition.icon;
  return (
    <EmptyState
      icon={<Icon />}
      {...getEmptyTexts()}
      actions={
        isFiltered ? (
          <Button variant="outlined" onClick={() => setFilters({}, [])}>
            {t('shell.resetFilters')}
          </Button>
        ) : (
          canCreate && (
            <Button variant="outlined" component={Link} to={getCreatePath(definition)}>
              {t('shell.create')}
            </Button>
          )
        )
      }
    />
  );
};

export const ListFailed = () => {
  const t = useT();
  const { refetch, error, setFilters } = useListContext();
  return (
    <EmptyState
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
