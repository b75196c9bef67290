import AddIcon from '@mui/icons-material/Add';
import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { useDeferredValue, useEffect, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { useParams, useSearchParams } from 'react-router-dom';
import { exportFormats } from '#contract/bulk.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ResourceRecord } from '#contract/records.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import rows from '#ui/Rows.module.css';
import { SearchField } from '#ui/SearchField.tsx';
import { useFormats } from '../engine/format.ts';
import { useCurrentUser } from '../engine/useCurrentUser.ts';
import { useLabels } from '../engine/useLabels.ts';
import { CorrectedSearch } from '../list/CorrectedSearch.tsx';
import { SendLink } from '../sending/SendLink.tsx';
import { AddProducts } from './AddProducts.tsx';
import { isEditable } from './isEditable.ts';
import styles from './Matrix.module.css';
import { MoveToEnds } from './MoveToEnds.tsx';
import { ProductRows } from './ProductRows.tsx';
import { RemoveProducts } from './RemoveProducts.tsx';
import { PER_PAGE, useMatrixProducts } from './useMatrix.ts';

export const MatrixProducts = () => {
  const id = Number(useParams()['id']);
  const t = useT();
  const labels = useLabels('nomenclature');
  const canEdit = useCanEditMatrix();
  const { search, page, go } = useSearchAndPage();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const [openDialog, setOpenDialog] = useState<'add' | 'remove' | null>(null);
  // Kept outside the dialog, so that closing it by accident (Escape, a click outside) does not lose the list.
  const [barcodes, setBarcodes] = useState('');
  const deferredSearch = useDeferredValue(search);
  const { data, error, refetch, isPlaceholderData, isFetching } = useMatrixProducts(id, page, deferredSearch);
  useLastPage(page, isFetching ? undefined : data?.total, last => go(search, last));
  if (error && !data) return <ReadError error={error} onRetry={() => void refetch()} />;
  const items = data?.items ?? [];
  // Disabled during a search, because moving a product among search results would be ambiguous.
  const canMove = canEdit && search === '';
  const toggle = (ids: readonly number[], isChosen: boolean) =>
    setSelectedIds(
      before => new Set(isChosen ? [...before, ...ids] : [...before].filter(productId => !ids.includes(productId))),
    );
  return (
    <section className={styles['products']} aria-label={labels.several} aria-busy={!data}>
      <div className={rows['bar']}>
        <SearchField value={search} onSearch={text => go(text, 1)} />
        <p role="status">{data && labels.count(data.total)}</p>
        {selectedIds.size > 0 && (
          <Button
            variant="outlined"
            startIcon={<DeleteIcon fontSize="small" />}
            onClick={() => setOpenDialog('remove')}
          >
            {t('matrix.remove', { number: selectedIds.size })}
          </Button>
        )}
        {canMove && selectedIds.size > 0 && <MoveToEnds {...{ id, selectedIds }} />}
        <SendLink query={{ matrix: String(id) }} variant="text" />
        <ExportButtons id={id} isEmpty={!data?.total} />
        {canEdit && (
          <Button variant="outlined" startIcon={<AddIcon fontSize="small" />} onClick={() => setOpenDialog('add')}>
            {t('matrix.add')}
          </Button>
        )}
      </div>
      <CorrectedSearch typed={deferredSearch} search={isPlaceholderData ? undefined : data?.corrected_search} />
      {data?.total === 0 && <NoProducts isSearching={search !== ''} canEdit={canEdit} />}
      <ProductRows {...{ id, items, selectedIds, toggle, canEdit, canMove }} />
      {data && <PageButtons page={page} total={data.total} onPageChange={next => go(search, next)} />}
      {openDialog === 'add' && <AddProducts {...{ id, barcodes, setBarcodes }} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'remove' && (
        <RemoveProducts
          id={id}
          ids={[...selectedIds]}
          onClose={() => setOpenDialog(null)}
          onDone={() => setSelectedIds(new Set())}
        />
      )}
    </section>
  );
};

/**
 * The search and the page. The state is updated first and the address follows, because the address would update too
 * late for a text field.
 */
const useSearchAndPage = () => {
  const [query, setQuery] = useSearchParams();
  const [searchAndPage, setSearchAndPage] = useState(() => ({
    search: query.get('search') ?? '',
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
  }));
  const goTo = (search: string, page: number): void => {
    setSearchAndPage({ search, page });
    setQuery({ ...(search && { search }), ...(page > 1 && { page: String(page) }) }, { replace: true });
  };
  return { ...searchAndPage, go: goTo };
};

/**
 * Leaves a page past the end, such as one whose products were all removed.
 * @param total undefined until it was read, because an earlier one may not know of the page
 */
const useLastPage = (page: number, total: number | undefined, goTo: (last: number) => void): void => {
  const last = total === undefined ? page : countPages(total);
  useEffect(() => {
    if (page > last) goTo(last);
  });
};

const countPages = (total: number): number => Math.max(1, Math.ceil(total / PER_PAGE));

const useCanEditMatrix = (): boolean => {
  const record = useRecordContext<ResourceRecord<'matrices'>>();
  const user = useCurrentUser();
  if (!record || !user) return false;
  return isEditable(user, record);
};

const NoProducts = ({ isSearching, canEdit }: { isSearching: boolean; canEdit: boolean }) => {
  const t = useT();
  if (isSearching) return <EmptyState title={t('matrix.notFound')} text={t('matrix.notFoundHint')} />;
  return <EmptyState title={t('matrix.none')} text={t(canEdit ? 'matrix.noneHint' : 'matrix.noneClosed')} />;
};

const ExportButtons = ({ id, isEmpty }: { id: number; isEmpty: boolean }) => {
  const t = useT();
  const api = useApi();
  return exportFormats.map(format => (
    <DownloadButton
      key={format}
      variant="text"
      disabled={isEmpty}
      download={() => api.download(endpoints.matrices.exportProducts, { params: { id }, query: { format } })}
      spareName={`matrix.${format}`}
    >
      {t(`listing.exportAs.${format}`)}
    </DownloadButton>
  ));
};

const PageButtons = ({
  page,
  total,
  onPageChange,
}: {
  page: number;
  total: number;
  onPageChange: (page: number) => void;
}) => {
  const t = useT();
  const { number } = useFormats();
  const pages = countPages(total);
  if (pages === 1 && page === 1) return null;
  return (
    <nav className={styles['pages']} aria-label={t('shell.pages')}>
      <span>{t('shell.pageOf', { page: number(page), pages: number(pages) })}</span>
      <IconButton aria-label={t('shell.pagePrevious')} disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
        <ChevronLeftIcon fontSize="small" />
      </IconButton>
      <IconButton aria-label={t('shell.pageNext')} disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
        <ChevronRightIcon fontSize="small" />
      </IconButton>
    </nav>
  );
};
