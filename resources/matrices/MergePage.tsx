import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import type { MergeResult } from '#contract/matrices.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { inPlaceErrorMeta, useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useService } from '#providers/ServicesContext.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Question } from '#ui/Dialog.tsx';
import { Page, PageActions } from '#ui/Page.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { Table } from '#ui/Table.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useFormats } from '../engine/format.ts';
import { getListPath } from '../engine/resourcePaths.ts';
import styles from './Matrix.module.css';
import { MatrixPicker } from './MatrixPicker.tsx';

type MergeRequest = z.input<typeof endpoints.matrices.merge.body>;

/** Merges several matrices into one. A preview comes first, because the sources may be deleted. */
export const MergePage = () => {
  const t = useT();
  const [sources, setSources] = useState<number[]>([]);
  const [isNew, setNew] = useState(true);
  const [name, setName] = useState('');
  const [target, setTarget] = useState<number | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const request = buildMergeRequest({ sources, target: isNew ? name.trim() : target, isDeleting });
  const { merge, merged } = useMerge();
  if (merged?.target) return <MergeReport mergeResult={merged} target={merged.target} />;
  return (
    <Page title={t('pages.mergeMatrices.title')} description={t('matrix.mergeAbout')}>
      <div className={styles['merge']}>
        <MatrixPicker label={t('matrix.sources')} selectedIds={sources} multiple isForChange onChoose={setSources} />
        <div className={styles['target']} role="radiogroup" aria-label={t('matrix.target')}>
          {(['targetNew', 'targetOld'] as const).map(option => (
            <Checkbox
              key={option}
              type="radio"
              name="target"
              label={t(`matrix.${option}`)}
              checked={isNew === (option === 'targetNew')}
              onChange={() => setNew(option === 'targetNew')}
            />
          ))}
        </div>
        {isNew ? (
          <TextField
            label={t('matrix.targetName')}
            value={name}
            maxLength={255}
            onChange={event => setName(event.target.value)}
          />
        ) : (
          <MatrixPicker
            label={t('matrix.targetMatrix')}
            selectedIds={target === null ? [] : [target]}
            isForChange
            onChoose={([id = null]) => setTarget(id)}
          />
        )}
        <Checkbox
          label={t('matrix.deleteSources')}
          checked={isDeleting}
          onChange={event => setDeleting(event.target.checked)}
        />
        {request ? <MergePreview request={request} merge={merge} /> : <p>{t('matrix.mergeHint')}</p>}
      </div>
    </Page>
  );
};

const buildMergeRequest = (choices: {
  sources: number[];
  target: string | number | null;
  isDeleting: boolean;
}): MergeRequest | null => {
  const { sources, target, isDeleting } = choices;
  if (!target || sources.length === 0) return null;
  const matrices = new Set([...sources, ...(typeof target === 'number' ? [target] : [])]);
  if (matrices.size < 2) return null;
  return {
    source_ids: sources,
    target: typeof target === 'number' ? { id: target } : { name: target },
    delete_sources: isDeleting,
  };
};

const useMerge = () => {
  const api = useApi();
  const client = useQueryClient();
  const t = useT();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const written = useService('written');
  const merge = useMutation({
    mutationFn: (body: MergeRequest) => api(endpoints.matrices.merge, { body }),
    onSuccess: result => {
      notify(t('matrix.mergeDone'), { type: 'success', batchId: written.take(result) });
      return client.invalidateQueries({ queryKey: ['matrices'] });
    },
    onError: error => void notifyError(error),
  });
  return { merge, merged: merge.data };
};

const MergePreview = ({ request, merge }: { request: MergeRequest; merge: ReturnType<typeof useMerge>['merge'] }) => {
  const t = useT();
  const api = useApi();
  const [isAsking, setAsking] = useState(false);
  const isUnderWay = useRef(false);
  // The name of a new matrix does not affect the preview, so typing it must not refetch.
  const previewRequest = 'name' in request.target ? { ...request, target: { name: '—' } } : request;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['matrices', 'merge', previewRequest],
    queryFn: ({ signal }) => api(endpoints.matrices.previewMerge, { body: previewRequest, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    meta: inPlaceErrorMeta,
  });
  if (error) return <ReadError error={error} onRetry={() => void refetch()} />;
  const run = () => {
    setAsking(false);
    // The second click of a double click arrives before the button is disabled.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    merge.mutate(request, { onSettled: () => void (isUnderWay.current = false) });
  };
  const removedCount = data?.deleted_ids.length ?? 0;
  return (
    <>
      {data && <MergeCounts mergeResult={data} />}
      <PageActions>
        <Button
          variant="contained"
          // A preview of an earlier choice must not be used to confirm the deletions of the current choice.
          disabled={!data || isPlaceholderData}
          loading={merge.isPending}
          onClick={() => (removedCount > 0 ? setAsking(true) : run())}
        >
          {t('matrix.merge')}
        </Button>
      </PageActions>
      <Question
        open={isAsking}
        title={t('matrix.deleteTitle')}
        confirm={t('matrix.merge')}
        onConfirm={run}
        onClose={() => setAsking(false)}
      >
        {t('matrix.deleteText', { number: removedCount })}
      </Question>
    </>
  );
};

const MergeCounts = ({ mergeResult }: { mergeResult: MergeResult }) => {
  const t = useT();
  const { number } = useFormats();
  return (
    <section aria-live="polite">
      <Table>
        <thead>
          <tr>
            <th scope="col">{t('matrix.sourceName')}</th>
            <th scope="col" data-numeric>
              {t('matrix.sourceProducts')}
            </th>
            <th scope="col" data-numeric>
              {t('matrix.sourceOnly')}
            </th>
          </tr>
        </thead>
        <tbody>
          {mergeResult.sources.map(source => (
            <tr key={source.id}>
              <th scope="row">{source.name}</th>
              <td data-numeric>{number(source.products)}</td>
              <td data-numeric>{number(source.only)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p>{t('matrix.common', { number: number(mergeResult.common) })}</p>
      <p>{t('matrix.total', { number: number(mergeResult.total) })}</p>
    </section>
  );
};

const MergeReport = ({
  mergeResult,
  target,
}: {
  mergeResult: MergeResult;
  target: NonNullable<MergeResult['target']>;
}) => {
  const t = useT();
  const { number } = useFormats();
  return (
    <Page
      title={t('pages.mergeMatrices.title')}
      actions={
        <Button variant="contained" component={Link} to={`${getListPath('matrices')}/${target.id}`}>
          {t('matrix.open')}
        </Button>
      }
    >
      <div className={styles['merge']} role="status">
        <p>
          {t('matrix.merged', {
            name: target.name,
            number: number(target.products_count),
            smart_count: target.products_count,
          })}
        </p>
        <MergeCounts mergeResult={mergeResult} />
      </div>
    </Page>
  );
};
