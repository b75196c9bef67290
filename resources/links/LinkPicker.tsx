import { useDeferredValue, useState } from 'react';
import { useGetList, useGetOne, useNotify } from 'react-admin';
import { getPicture } from '#contract/images.ts';
import { getCollection, type ResourceName } from '#contract/records.ts';
import type { ListMeta } from '#providers/http/listResult.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useService } from '#providers/ServicesContext.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import rows from '#ui/Rows.module.css';
import { SearchField } from '#ui/SearchField.tsx';
import { Thumbnail } from '#ui/Thumbnail.tsx';
import { useFormats } from '../engine/format.ts';
import { useLabels } from '../engine/useLabels.ts';
import { CorrectedSearch } from '../list/CorrectedSearch.tsx';
import { type LinkTarget, useLinkMutations } from './useLinks.ts';

const MAX_SHOWN = 200;

interface LinkPickerProps {
  link: LinkTarget;
  resource: ResourceName;
  onClose: () => void;
}

/**
 * Links several records at once. The selection survives a new search, so that users can select records in several
 * steps.
 */
export const LinkPicker = ({ link, resource, onClose }: LinkPickerProps) => {
  const t = useT();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const labels = useLabels(resource);
  const [search, setSearch] = useState('');
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const { add } = useLinkMutations(link);
  const written = useService('written');
  const deferredSearch = useDeferredValue(search);
  const { records, total, corrected, isReading, failure, retry } = useFoundRecords(link, resource, deferredSearch);
  const linkableIds = records.filter(({ isLinked }) => !isLinked).map(({ id }) => id);
  const toggle = (ids: readonly number[], isChosen: boolean) =>
    setSelectedIds(before => new Set(isChosen ? [...before, ...ids] : [...before].filter(id => !ids.includes(id))));
  const confirm = () =>
    add.mutate([...selectedIds], {
      onSuccess: result => {
        notify(t('links.linked', { number: selectedIds.size }), { type: 'success', batchId: written.take(result) });
        onClose();
      },
      onError: error => void notifyError(error),
    });
  return (
    <Dialog
      title={labels.link}
      size="medium"
      // A write that is on its way reports how it ended only while the dialog is there.
      onClose={add.isPending ? undefined : onClose}
      className={rows['picker']}
      action={
        <Button variant="contained" disabled={selectedIds.size === 0} loading={add.isPending} onClick={confirm}>
          {t('links.link', { number: selectedIds.size })}
        </Button>
      }
    >
      <SearchField value={search} onSearch={setSearch} isWide />
      <ResultsBar
        {...{ total, isReading }}
        shownCount={records.length}
        isAll={linkableIds.length > 0 && linkableIds.every(id => selectedIds.has(id))}
        onAll={linkableIds.length > 0 && !isReading ? isAll => toggle(linkableIds, isAll) : undefined}
      />
      <CorrectedSearch typed={corrected?.typed ?? ''} search={corrected?.search} />
      {failure && <ReadError error={failure} onRetry={retry} />}
      <ul className={rows['rows']} aria-busy={isReading}>
        {records.map(foundRecord => (
          <FoundRow
            key={foundRecord.id}
            {...foundRecord}
            isChosen={selectedIds.has(foundRecord.id)}
            onChoose={isChosen => toggle([foundRecord.id], isChosen)}
          />
        ))}
      </ul>
    </Dialog>
  );
};

interface FoundRecord {
  id: number;
  name: string;
  detail: string;
  picture: string | null;
  isLinked: boolean;
}

interface FoundRecords {
  records: FoundRecord[];
  total: number | undefined;
  corrected: ListMeta['corrected'];
  /** The records are those of the search before, or none. */
  isReading: boolean;
  /** Why none could be read. */
  failure: Error | null;
  retry: () => void;
}

const useFoundRecords = (link: LinkTarget, resource: ResourceName, search: string): FoundRecords => {
  const { data: record } = useGetOne<Record<string, unknown> & { id: number }>(link.resource, { id: link.id });
  const {
    data: foundRecords,
    total,
    meta,
    error,
    isPlaceholderData,
    isPending,
    refetch,
  } = useGetList<Record<string, unknown> & { id: number }>(
    resource,
    {
      pagination: { page: 1, perPage: MAX_SHOWN },
      sort: { field: 'name', order: 'ASC' },
      filter: search ? { search } : {},
    },
    { placeholderData: previous => previous },
  );
  const details = getCollection(resource).search.filter(field => field !== 'name');
  const linkedIds = new Set(record?.[link.field] as number[] | undefined);
  const records = (foundRecords ?? []).map(record => ({
    id: record.id,
    name: String(record['name']),
    detail: details.map(field => record[field]).find(Boolean) as string,
    picture: getPicture(getCollection(resource), record),
    isLinked: linkedIds.has(record.id),
  }));
  return {
    // Records that are not linked yet come first, because nothing can be done with linked records.
    records: records.toSorted((one, other) => Number(one.isLinked) - Number(other.isLinked)),
    total,
    corrected: (meta as ListMeta | undefined)?.corrected,
    isReading: isPending || isPlaceholderData,
    failure: foundRecords ? null : error,
    retry: () => void refetch(),
  };
};

interface ResultsBarProps {
  total: number | undefined;
  isReading: boolean;
  shownCount: number;
  isAll: boolean;
  onAll: ((isAll: boolean) => void) | undefined;
}

const ResultsBar = ({ total, isReading, shownCount, isAll, onAll }: ResultsBarProps) => {
  const t = useT();
  const { number } = useFormats();
  if (isReading || total === undefined) return <p role="status">{isReading && t('shell.loading')}</p>;
  if (total === 0) return <p role="status">{t('links.nothing')}</p>;
  const text =
    total > shownCount
      ? t('links.shown', { number: number(total), shown: shownCount })
      : t('links.found', { number: number(total) });
  return (
    <div className={rows['foundBar']}>
      {onAll && (
        <Checkbox label={t('links.chooseAll')} checked={isAll} onChange={({ target }) => onAll(target.checked)} />
      )}
      <p role="status">{text}</p>
    </div>
  );
};

const FoundRow = ({
  name,
  detail,
  picture,
  isLinked,
  isChosen,
  onChoose,
}: FoundRecord & { isChosen: boolean; onChoose: (isSelected: boolean) => void }) => {
  const t = useT();
  return (
    <li>
      <Checkbox
        checked={isLinked || isChosen}
        disabled={isLinked}
        onChange={({ target }) => onChoose(target.checked)}
        label={
          <>
            <Thumbnail name={name} picture={picture} />
            <span>{name}</span>
            <small>{isLinked ? t('links.alreadyLinked') : detail}</small>
          </>
        }
      />
    </li>
  );
};
