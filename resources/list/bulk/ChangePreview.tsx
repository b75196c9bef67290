import { useEffect, useState } from 'react';
import { useEvent } from 'react-admin';
import { getValueAt } from '#contract/values.ts';
import { type BulkPreview, previewBulkChange } from '#providers/http/bulkCalls.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { toNotice } from '#providers/reporting/notices.ts';
import { Button } from '#ui/Button.tsx';
import { DialogBody } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Progress } from '#ui/Progress.tsx';
import { PriceChangeNote } from '../../drafts/PriceChangeNote.tsx';
import { useFormats } from '../../engine/format.ts';
import type { Definition } from '../../engine/types.ts';
import { useLabels } from '../../engine/useLabels.ts';
import styles from './Bulk.module.css';
import { Difference } from './Difference.tsx';

type FieldValues = Readonly<Record<string, unknown>>;

interface ChangePreviewProps {
  definition: Definition;
  ids: readonly number[];
  data: FieldValues;
  onBack: () => void;
  onChange: (preview: BulkPreview) => Promise<void>;
}

export const ChangePreview = ({ definition, ids, data, onBack, onChange }: ChangePreviewProps) => {
  const t = useT();
  const { number } = useFormats();
  const { preview, failure } = usePreview(definition, ids, data);
  const isReady = preview?.checked === ids.length;
  return (
    <DialogBody
      closeLabel={t('listing.bulk.back')}
      onBack={onBack}
      action={
        <Button
          variant="contained"
          disabled={!isReady || preview.changed === 0}
          onClick={() => preview && void onChange(preview)}
        >
          {t('listing.bulk.doChange', { number: number(isReady ? preview.changed : ids.length) })}
        </Button>
      }
    >
      {failure && <Notice kind="error">{failure}</Notice>}
      {!isReady && !failure && (
        <>
          <Progress label={t('listing.bulk.samples')} value={(preview?.checked ?? 0) / ids.length} />
          <p className={styles['line']}>
            {t('listing.bulk.checking', { seen: number(preview?.checked ?? 0), all: number(ids.length) })}
          </p>
        </>
      )}
      {isReady && <PreviewCounts preview={preview} />}
      {isReady && preview.changed > 0 && <ChangeSamples {...{ definition, data, preview }} />}
    </DialogBody>
  );
};

const usePreview = ({ name }: Definition, ids: readonly number[], data: FieldValues) => {
  const api = useApi();
  const getFailureText = useEvent(useFailureText(name));
  const [preview, setPreview] = useState<BulkPreview | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const abortController = new AbortController();
    const options = { signal: abortController.signal, onPreview: setPreview };
    previewBulkChange(api, name, { ids, data }, options).catch((error: unknown) => {
      if (!abortController.signal.aborted) setFailure(getFailureText(error));
    });
    return () => abortController.abort();
  }, [api, name, ids, data, getFailureText]);
  return { preview, failure };
};

const useFailureText = (resource: string): ((error: unknown) => string) => {
  const t = useT();
  const { field } = useLabels(resource);
  return error => {
    const failure = findApiError(error);
    if (!failure) throw error;
    // The contract reports paths inside the request body, for example `data.weight`.
    const fieldMessages = Object.entries(failure.errors).map(
      ([path, messages]) => `${field(path.replace(/^data\./, ''))}: ${messages.join('. ')}`,
    );
    const notice = toNotice(failure, (key, values) => t(`errors.${key}`, values));
    return fieldMessages.join('; ') || notice?.text || t('listing.bulk.silentFailure');
  };
};

const PreviewCounts = ({ preview: { changed, unchanged, failed, prices } }: { preview: BulkPreview }) => {
  const t = useT();
  const { number } = useFormats();
  return (
    <ul className={styles['counts']}>
      <li>
        <strong>
          {changed > 0 ? t('listing.bulk.willChange', { number: number(changed) }) : t('listing.bulk.nothingToChange')}
        </strong>
      </li>
      {unchanged > 0 && <li>{t('listing.bulk.unchanged', { number: number(unchanged) })}</li>}
      {failed.size > 0 && <li>{t('listing.bulk.cannot', { number: number(failed.size) })}</li>}
      {prices && prices.rising + prices.falling > 0 && (
        <li>
          <PriceChangeNote prices={prices} />
        </li>
      )}
    </ul>
  );
};

interface SamplesProps {
  definition: Definition;
  data: FieldValues;
  preview: BulkPreview;
}

const ChangeSamples = ({ definition, data, preview: { samples, results } }: SamplesProps) => {
  const t = useT();
  return (
    <div className={styles['scroll']}>
      <p className={styles['hint']}>{t('listing.bulk.samplesOf')}</p>
      <ul className={styles['samples']}>
        {samples.map((record, index) => (
          <li key={record.id}>
            <strong>{definition.represent(record)}</strong>
            <dl>
              {Object.keys(data).map(name => (
                <Difference
                  key={name}
                  {...{ definition, name }}
                  before={getValueAt(record, name)}
                  after={getValueAt(results[index], name)}
                />
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </div>
  );
};
