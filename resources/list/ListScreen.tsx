import AddIcon from '@mui/icons-material/Add';
import { ListBase, useCanAccess, useListContext } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';
import { Button } from '#ui/Button.tsx';
import { Page } from '#ui/Page.tsx';
import { useWhenIdle } from '#ui/useWhenIdle.ts';
import { createAddress } from '../engine/addresses.ts';
import type { Definition } from '../engine/types.ts';
import { useWhyClosed } from '../engine/useCurrentUser.ts';
import { useLabels } from '../engine/useLabels.ts';
import { cleanAddress } from './cleanAddress.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { FilterBar } from './FilterBar.tsx';
import { ListByAddress, RedirectToValidQuery } from './ListByAddress.tsx';
import styles from './ListScreen.module.css';
import { ListEmpty, ListFailed } from './ListStates.tsx';
import { Pager } from './Pager.tsx';
import { RecordTable } from './RecordTable.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { SelectionContext, useListSelection } from './selection.ts';
import { useColumns } from './useColumns.ts';
import { usePerPage } from './usePerPage.ts';
import { ViewMenu } from './ViewMenu.tsx';

/** How long a list stays fresh, in ms, so that quick returns send no request. */
const LIST_AGE = 5000;

/** Loads the editor's code in advance, because opening a row is the likely next step. */
const preloadEditor = () => import('../form/EditScreen.tsx').catch(() => undefined);

/** The list of a resource; its query is kept in the address, so that it can be shared and restored. */
export const ListScreen = ({ definition }: { definition: Definition }) => {
  const { name, collection } = definition;
  const { search } = useLocation();
  const [perPage] = usePerPage(name);
  const clean = cleanAddress(definition, search);
  if (clean !== null) return <RedirectToValidQuery search={clean} />;
  return (
    <ListBase
      resource={name}
      disableAuthentication
      perPage={perPage}
      sort={{ field: collection.sort[0], order: 'ASC' }}
      queryOptions={{ onError: () => undefined, staleTime: LIST_AGE }}
    >
      <ListByAddress>
        <ListPage definition={definition} />
      </ListByAddress>
    </ListBase>
  );
};

const ListPage = ({ definition }: { definition: Definition }) => {
  const { several } = useLabels(definition.name);
  const view = useColumns(definition);
  const { data, error, total, filterValues } = useListContext();
  useLiveRecords(definition.name);
  useWhenIdle(data !== undefined, preloadEditor);
  const isFiltered = Object.keys(filterValues ?? {}).length > 0;
  return (
    <SelectionContext value={useListSelection(definition.name)}>
      <Page title={several} actions={<ListActions definition={definition} />} fills>
        <div className={styles['bar']}>
          <FilterBar definition={definition} />
          <div className={styles['columns']}>
            <ExportMenu definition={definition} />
            <ViewMenu definition={definition} view={view} />
          </div>
        </div>
        {error ? (
          <ListFailed />
        ) : total === 0 ? (
          <ListEmpty definition={definition} isFiltered={isFiltered} />
        ) : (
          <RecordTable definition={definition} columns={view.columns} />
        )}
        <SelectionBar definition={definition} />
        <Pager resource={definition.name} />
      </Page>
    </SelectionContext>
  );
};

const ListActions = ({ definition }: { definition: Definition }) => {
  const t = useT();
  const { canAccess: canCreate } = useCanAccess({ resource: definition.name, action: 'create' });
  const why = useWhyClosed(definition, null);
  return (
    <>
      {definition.listActions}
      {canCreate && !why && (
        <Button
          component={Link}
          to={createAddress(definition)}
          variant="contained"
          startIcon={<AddIcon fontSize="small" />}
          data-shortcut="n"
        >
          {t('shell.create')}
        </Button>
      )}
    </>
  );
};
