import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import { Suspense, useState } from 'react';
import { ListContextProvider, useCanAccess, useListContext } from 'react-admin';
import { getWriteAccess } from '#contract/collection.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { useFormats } from '../engine/format.ts';
import type { Definition } from '../engine/types.ts';
import { useReadOnlyReason } from '../engine/useCurrentUser.ts';
import { useLabels } from '../engine/useLabels.ts';
import { ExportMenu } from './ExportMenu.tsx';
import styles from './SelectionBar.module.css';
import { toStockSelection, useSelectedIds, useSelection } from './selection.ts';
import { useSelectAll } from './useSelectAll.ts';

const ChangeDialog = lazyScreen(() => import('./bulk/ChangeDialog.tsx').then(module => module.ChangeDialog), {
  isSmall: true,
});
const RemoveDialog = lazyScreen(() => import('./bulk/RemoveDialog.tsx').then(module => module.RemoveDialog), {
  isSmall: true,
});

const useWritableFields = ({ collection }: Definition): string[] => {
  const can = useCan();
  return Object.keys(collection.fields).filter(
    name =>
      !collection.fields[name]?.readOnly &&
      // Excludes secrets and unique values, which several records cannot share.
      !collection.fields[name]?.isSecret &&
      !collection.fields[name]?.unique &&
      can(getWriteAccess(collection, name)),
  );
};

interface BulkTask {
  kind: 'change' | 'remove';
  /** A copy of the selection, because finished records are removed from the live selection while the dialog is open. */
  ids: readonly number[];
}

interface SelectionBarProps {
  definition: Definition;
  onDone: (text: string) => void;
}

/** Placed below the rows, so that the rows do not shift when the bar appears. */
export const SelectionBar = ({ definition, onDone }: SelectionBarProps) => {
  const ids = useSelectedIds();
  const isClosed = useReadOnlyReason(definition, null) !== null;
  const writable = useWritableFields(definition);
  const [task, setTask] = useState<BulkTask | null>(null);
  const Dialog = task?.kind === 'change' ? ChangeDialog : RemoveDialog;
  return (
    <>
      {ids.length > 0 && (
        <SelectionActions
          {...{ definition, ids, isClosed }}
          canEdit={writable.length > 0}
          onTaskChange={kind => setTask({ kind, ids })}
        />
      )}
      {task && (
        <Suspense>
          <Dialog
            definition={definition}
            ids={task.ids}
            names={writable}
            onDone={onDone}
            onClose={() => setTask(null)}
          />
        </Suspense>
      )}
    </>
  );
};

interface SelectionActionsProps {
  definition: Definition;
  ids: readonly number[];
  canEdit: boolean;
  isClosed: boolean;
  onTaskChange: (kind: BulkTask['kind']) => void;
}

const SelectionActions = ({ definition, ids, canEdit, isClosed, onTaskChange }: SelectionActionsProps) => {
  const t = useT();
  const { canAccess: canDelete } = useCanAccess({ resource: definition.name, action: 'delete' });
  const labels = useLabels(definition.name);
  const formats = useFormats();
  const selection = useSelection();
  const list = useListContext<{ id: number }>();
  const { data = [] } = list;
  const otherPageCount = ids.length - data.filter(({ id }) => selection.has(id)).length;
  const button = { variant: 'outlined' } as const;
  return (
    // The selection is added to react-admin's context only here, so that selecting a row does not re-render the table.
    <ListContextProvider value={{ ...list, ...toStockSelection(selection) }}>
      <section className={styles['bar']} aria-label={t('listing.selection')}>
        <p role="status">
          <strong>{t('listing.selected', { records: labels.count(ids.length) })}</strong>
          {otherPageCount > 0 && (
            <small>{t('listing.selectedElsewhere', { number: formats.number(otherPageCount) })}</small>
          )}
        </p>
        <SelectAll definition={definition} selectedCount={ids.length} />
        <span className={styles['actions']}>
          {canEdit && !isClosed && (
            <Button {...button} startIcon={<EditIcon fontSize="small" />} onClick={() => onTaskChange('change')}>
              {t('listing.change')}
            </Button>
          )}
          {canDelete && !isClosed && (
            <Button {...button} startIcon={<DeleteIcon fontSize="small" />} onClick={() => onTaskChange('remove')}>
              {t('listing.remove')}
            </Button>
          )}
          {definition.selectionActions}
          <ExportMenu definition={definition} ids={ids} />
          <IconButton
            aria-label={t('listing.unselect')}
            title={t('listing.unselect')}
            onClick={() => selection.replace([])}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        </span>
      </section>
    </ListContextProvider>
  );
};

const SelectAll = ({ definition, selectedCount }: { definition: Definition; selectedCount: number }) => {
  const t = useT();
  const formats = useFormats();
  const list = useListContext();
  const selectAll = useSelectAll(definition.name, list, useSelection());
  const [isSelectingAll, setSelectingAll] = useState(false);
  const { total = 0 } = list;
  if (selectedCount >= total) return null;
  const selectEverything = async () => {
    setSelectingAll(true);
    await selectAll();
    setSelectingAll(false);
  };
  return (
    <Button loading={isSelectingAll} onClick={() => void selectEverything()}>
      {t('listing.selectAll', { number: formats.number(total) })}
    </Button>
  );
};
