import AddIcon from '@mui/icons-material/Add';
import { useState } from 'react';
import { useCanAccess, useListContext } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import type { ListMeta } from '#providers/http/listResult.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';
import { useNotifyOnError } from '#providers/reporting/ErrorNotifier.tsx';
import { Button } from '#ui/Button.tsx';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { Page } from '#ui/Page.tsx';
import { useWhenIdle } from '#ui/useWhenIdle.ts';
import { getCreatePath } from '../engine/resourcePaths.ts';
import type { Definition } from '../engine/types.ts';
import { useReadOnlyReason } from '../engine/useCurrentUser.ts';
import { useLabels } from '../engine/useLabels.ts';
import { TrashLink } from '../trash/TrashLink.tsx';
import { isTrashAddress } from '../trash/trashAddress.ts';
import { CorrectedSearch } from './CorrectedSearch.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { FilterBar, ResetFilters } from './FilterBar.tsx';
import { ListByUrl, RedirectToValidQuery } from './ListByUrl.tsx';
import styles from './ListScreen.module.css';
import { ListEmpty, ListFailed } from './ListStates.tsx';
import { normalizeListQuery } from './normalizeListQuery.ts';
import { Pager } from './Pager.tsx';
import { RecordTable } from './RecordTable.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useColumns } from './useColumns.ts';
import { ViewMenu } from './ViewMenu.tsx';

const TrashScreen = lazyScreen(async () => (await import('../trash/TrashScreen.tsx')).TrashScreen);

/** Loads the editor's code in advance, because opening a row is the likely next step. */
const preloadEditor = () => import('../form/EditScreen.tsx').catch(() => undefined);

export const ListScreen = ({ definition }: { definition: Definition }) => {
  const { search } = useLocation();
  if (isTrashAddress(search)) return <TrashScreen definition={definition} />;
  const cleanQuery = normalizeListQuery(definition, search);
  if (cleanQuery !== null) return <RedirectToValidQuery search={cleanQuery} />;
  return (
    <ListByUrl definition={definition}>
      <ListPage definition={definition} />
    </ListByUrl>
  );
};

const ListPage = ({ definition }: { definition: Definition }) => {
  const { several } = useLabels(definition.name);
  const view = useColumns(definition);
  const { data, error, total, meta } = useListContext();
  // What was read stays on the screen when it cannot be read anew.
  useNotifyOnError(data ? error : null);
  const { corrected } = (meta ?? {}) as ListMeta;
  useLiveRecords(definition.name);
  useWhenIdle(data !== undefined, preloadEditor);
  const { search } = useLocation();
  const [clearedSearch, setClearedSearch] = useState<{ search: string; text: string } | null>(null);
  return (
    <Page title={several} actions={<ListActions definition={definition} />} fills>
      <div className={styles['bar']}>
        <FilterBar definition={definition} />
        <div className={styles['columns']}>
          <ResetFilters />
          <TrashLink resource={definition.name} />
          <ExportMenu definition={definition} />
          <ViewMenu definition={definition} view={view} />
        </div>
      </div>
      <CorrectedSearch typed={corrected?.typed ?? ''} search={corrected?.search} />
      {error && !data ? (
        <ListFailed />
      ) : total === 0 ? (
        <ListEmpty definition={definition} doneHere={clearedSearch?.search === search ? clearedSearch.text : null} />
      ) : (
        <RecordTable definition={definition} columns={view.columns} />
      )}
      <SelectionBar definition={definition} onDone={text => setClearedSearch({ search, text })} />
      <Pager resource={definition.name} />
    </Page>
  );
};

const ListActions = ({ definition }: { definition: Definition }) => {
  const t = useT();
  const { canAccess: canCreate } = useCanAccess({ resource: definition.name, action: 'create' });
  const closedReason = useReadOnlyReason(definition, null);
  return (
    <>
      {definition.listActions}
      {canCreate && !closedReason && (
        <Button
          component={Link}
          to={getCreatePath(definition)}
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
