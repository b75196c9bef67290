import { type ReactNode, useDeferredValue, useState } from 'react';
import { useNotify } from 'react-admin';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useService } from '#providers/ServicesContext.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import rows from '#ui/Rows.module.css';
import { SearchField } from '#ui/SearchField.tsx';
import { SegmentedControl } from '#ui/SegmentedControl.tsx';
import { TextField } from '#ui/TextField.tsx';
import { Thumbnail } from '#ui/Thumbnail.tsx';
import { useFormats } from '../engine/format.ts';
import { CorrectedSearch } from '../list/CorrectedSearch.tsx';
import styles from './Matrix.module.css';
import { MatrixPicker } from './MatrixPicker.tsx';
import { useCandidates, useMatrixChanges } from './useMatrix.ts';

const addMethods = ['bySearch', 'byBarcodes', 'fromMatrix'] as const;
type AddMethod = (typeof addMethods)[number];

interface BarcodeInputState {
  barcodes: string;
  setBarcodes: (text: string) => void;
}

interface AddMethodProps extends BarcodeInputState {
  id: number;
  onIdsFound: (ids: number[] | null) => void;
}

interface AddProductsProps extends BarcodeInputState {
  id: number;
  onClose: () => void;
}

/** Adds products from a search, a list of barcodes or another matrix, with a count before anything is added. */
export const AddProducts = ({ id, onClose, ...barcodeInput }: AddProductsProps) => {
  const t = useT();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const written = useService('written');
  const [method, setMethod] = useState<AddMethod>('bySearch');
  const [ids, setIds] = useState<number[] | null>(null);
  const { add } = useMatrixChanges(id);
  const MethodScreen = methodScreens[method];
  const confirm = () =>
    add.mutate(ids ?? [], {
      onSuccess: addedProducts => {
        notify(t('matrix.added', { number: addedProducts.ids.length }), {
          type: 'success',
          batchId: written.take(addedProducts),
        });
        barcodeInput.setBarcodes('');
        onClose();
      },
      onError: error => void notifyError(error),
    });
  return (
    <Dialog
      title={t('matrix.addTitle')}
      size="medium"
      // A write that is on its way reports how it ended only while the dialog is there.
      onClose={add.isPending ? undefined : onClose}
      className={rows['picker']}
      action={
        <Button variant="contained" disabled={!ids?.length} loading={add.isPending} onClick={confirm}>
          {t('matrix.addNumber', { number: ids?.length ?? 0 })}
        </Button>
      }
    >
      <SegmentedControl
        label={t('matrix.addTitle')}
        value={method}
        choices={addMethods.map(addMethod => [addMethod, t(`matrix.${addMethod}`)] as const)}
        onChoose={selectedIds => {
          setMethod(selectedIds);
          setIds(null);
        }}
      />
      <MethodScreen id={id} onIdsFound={setIds} {...barcodeInput} />
    </Dialog>
  );
};

const AddBySearch = ({ id, onIdsFound }: AddMethodProps) => {
  const t = useT();
  const [search, setSearch] = useState('');
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const deferredSearch = useDeferredValue(search);
  const { data, isPlaceholderData } = useCandidates(id, deferredSearch);
  const toggle = (ids: readonly number[], isChosen: boolean) => {
    const next = new Set(
      isChosen ? [...selectedIds, ...ids] : [...selectedIds].filter(productId => !ids.includes(productId)),
    );
    setSelectedIds(next);
    onIdsFound([...next]);
  };
  const addableIds = (data?.items ?? []).filter(item => !item.is_inside).map(item => item.id);
  return (
    <>
      <SearchField value={search} onSearch={setSearch} isWide />
      <div className={rows['foundBar']}>
        {addableIds.length > 0 && (
          <Checkbox
            label={t('links.chooseAll')}
            checked={addableIds.every(productId => selectedIds.has(productId))}
            onChange={({ target }) => toggle(addableIds, target.checked)}
          />
        )}
        <p role="status">{data && <FoundCount total={data.total} shownCount={data.items.length} />}</p>
      </div>
      <CorrectedSearch typed={deferredSearch} search={isPlaceholderData ? undefined : data?.corrected_search} />
      <ul className={rows['rows']}>
        {data?.items.map(item => (
          <li key={item.id}>
            <Checkbox
              checked={item.is_inside || selectedIds.has(item.id)}
              disabled={item.is_inside}
              onChange={({ target }) => toggle([item.id], target.checked)}
              label={
                <>
                  <Thumbnail name={item.name} picture={item.picture} />
                  <span className={rows['name']}>{item.name}</span>
                  <small>{item.is_inside ? t('matrix.alreadyInside') : item.detail}</small>
                </>
              }
            />
          </li>
        ))}
      </ul>
    </>
  );
};

const FoundCount = ({ total, shownCount }: { total: number; shownCount: number }) => {
  const t = useT();
  const { number } = useFormats();
  if (total === 0) return t('links.nothing');
  return total > shownCount
    ? t('links.shown', { number: number(total), shown: shownCount })
    : t('links.found', { number: number(total) });
};

const AddByBarcodes = ({ id, onIdsFound, barcodes: text, setBarcodes }: AddMethodProps) => {
  const t = useT();
  const { find, check } = useProductCheck(id, onIdsFound);
  const barcodes = text.split(/[\s,;]+/).filter(Boolean);
  return (
    <AddConfirmation find={find} onCheck={barcodes.length > 0 ? () => check({ barcodes }) : null}>
      <TextField
        lines={[6, 14]}
        label={t('matrix.barcodes')}
        helperText={t('matrix.barcodesHint')}
        value={text}
        onChange={({ target }) => {
          setBarcodes(target.value);
          find.reset();
          onIdsFound(null);
        }}
      />
    </AddConfirmation>
  );
};

const AddFromMatrix = ({ id, onIdsFound }: AddMethodProps) => {
  const t = useT();
  const [source, setSource] = useState<number | null>(null);
  const { find, check } = useProductCheck(id, onIdsFound);
  return (
    <AddConfirmation find={find} onCheck={source === null ? null : () => check({ matrix_id: source })}>
      <MatrixPicker
        label={t('matrix.chooseMatrix')}
        selectedIds={source === null ? [] : [source]}
        except={[id]}
        onChoose={([firstId = null]) => {
          setSource(firstId);
          find.reset();
          onIdsFound(null);
        }}
      />
    </AddConfirmation>
  );
};

const methodScreens = { bySearch: AddBySearch, byBarcodes: AddByBarcodes, fromMatrix: AddFromMatrix } as const;

type FindProducts = ReturnType<typeof useMatrixChanges>['find'];

const useProductCheck = (id: number, onIdsFound: AddMethodProps['onIdsFound']) => {
  const notifyError = useNotifyError();
  const { find } = useMatrixChanges(id);
  const check = (body: Parameters<typeof find.mutate>[0]) =>
    find.mutate(body, { onSuccess: result => onIdsFound(result.ids), onError: error => void notifyError(error) });
  return { find, check };
};

const AddConfirmation = ({
  find,
  onCheck,
  children,
}: {
  find: FindProducts;
  onCheck: (() => void) | null;
  children: ReactNode;
}) => {
  const t = useT();
  const { data } = find;
  return (
    <>
      {children}
      <Button variant="outlined" disabled={!onCheck} loading={find.isPending} onClick={() => onCheck?.()}>
        {t('matrix.check')}
      </Button>
      <div role="status" className={styles['counts']}>
        {data && (
          <>
            <p>{t('matrix.willAdd', { number: data.ids.length })}</p>
            <p>{t('matrix.inside', { number: data.inside })}</p>
            {data.unknown.length > 0 && (
              <details>
                <summary>{t('matrix.unknown', { number: data.unknown.length })}</summary>
                <pre>{data.unknown.join('\n')}</pre>
              </details>
            )}
          </>
        )}
      </div>
    </>
  );
};
