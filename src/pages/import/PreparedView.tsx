import { useEffect, useState } from 'react';
import { toMapping } from '#contract/importMapping.ts';
import { isIdleImport, type PreparedImport, type RowOutcome } from '#contract/preparing.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { type ChangePreparedImport, countRows, usePreparedImport } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { PriceChangeNote } from '#resources/drafts/PriceChangeNote.tsx';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Notice } from '#ui/Notice.tsx';
import { PageActions } from '#ui/Page.tsx';
import { Progress } from '#ui/Progress.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { RunSkeleton } from '../jobs/Run.tsx';
import { RunHead } from '../jobs/RunHead.tsx';
import { useLostFocus } from '../jobs/useLostFocus.ts';
import { AbsentProducts } from './AbsentProducts.tsx';
import { EditSummary } from './EditSummary.tsx';
import { FileColumns } from './FileColumns.tsx';
import { ImageSources } from './ImageSources.tsx';
import { ImportErrors } from './ImportErrors.tsx';
import { OutcomeFilter } from './OutcomeFilter.tsx';
import { OutdatedQuestion } from './OutdatedQuestion.tsx';
import { PreparedGrid } from './PreparedGrid.tsx';
import preview from './Preview.module.css';
import { ScheduledNotice } from './profile/schedule/ScheduledNotice.tsx';
import { RowRules } from './RowRules.tsx';
import { StartButton } from './StartButton.tsx';
import { UnknownValues } from './UnknownValues.tsx';
import { useStartImport } from './useStartImport.ts';
import { useUploadChanges } from './useUploadChanges.ts';

interface PreparedViewProps {
  id: number;
  onLeave: () => void;
}

/** An uploaded table before it is imported: the effect of the import on each row, and the owner's choices. */
export const PreparedView = ({ id, onLeave }: PreparedViewProps) => {
  const t = useT();
  const { data, error, refetch } = usePreparedImport(id);
  const [renewals, setRenewals] = useState(0);
  if (findApiError(error)?.kind === 'notFound')
    return (
      <EmptyState
        title={t('importPage.prepared.gone')}
        text={t('importPage.prepared.goneText')}
        actions={
          <Button variant="contained" onClick={onLeave}>
            {t('importPage.otherFile')}
          </Button>
        }
      />
    );
  if (data)
    return (
      // Mounted again when the choices of another window are taken over, so that no dialog about earlier choices stays
      // open.
      <PreparedTable
        key={`${id} ${renewals}`}
        preparedImport={data}
        onLeave={onLeave}
        onRenew={() => setRenewals(renewals + 1)}
      />
    );
  return error ? <ReadError error={error} onRetry={() => void refetch()} /> : <RunSkeleton />;
};

interface PreparedTableProps {
  preparedImport: PreparedImport;
  onLeave: () => void;
  onRenew: () => void;
}

const PreparedTable = ({ preparedImport, onLeave, onRenew }: PreparedTableProps) => {
  const t = useT();
  const { change, getPendingChange, currentUpload, setCurrentUpload } = useUploadChanges(preparedImport);
  const importStart = useStartImport(preparedImport, { getPendingChange, onStarted: onLeave });
  const { refusal } = preparedImport;
  return (
    <section className={preview['preview']} aria-label={t('importPage.preview.title')}>
      <div className={preview['head']}>
        <UploadHead preparedImport={preparedImport} />
        {!refusal && preparedImport.progress === 100 && (
          <CheckTime preparedImport={preparedImport} disabled={importStart.isStarting} onChange={change} />
        )}
        <EditSummary preparedImport={preparedImport} disabled={importStart.isStarting} onChange={change} />
      </div>
      {preparedImport.scheduled && <ScheduledNotice scheduled={preparedImport.scheduled} />}
      <FileColumns preparedImport={preparedImport} onChange={change} onOutdated={setCurrentUpload} />
      {importStart.failure.length > 0 && (
        <div>
          <p>{t('importPage.startFailed')}</p>
          <ImportErrors errors={importStart.failure} />
        </div>
      )}
      {importStart.isRecounted && <RecountedNotice />}
      <ReadingRules preparedImport={preparedImport} disabled={importStart.isStarting} onChange={change} />
      {refusal ? (
        <RefusalNotice preparedImport={preparedImport} onChange={change} />
      ) : (
        <ImportEffect preparedImport={preparedImport} disabled={importStart.isStarting} onChange={change} />
      )}
      <PageActions>
        <Button variant="outlined" disabled={importStart.isStarting} onClick={onLeave}>
          {t('importPage.otherFile')}
        </Button>
        <StartButton preparedImport={preparedImport} {...importStart} />
      </PageActions>
      {currentUpload && (
        <OutdatedQuestion upload={currentUpload} onRenew={onRenew} onClose={() => setCurrentUpload(null)} />
      )}
    </section>
  );
};

const ReadingRules = ({ preparedImport, disabled, onChange }: ImportEffectProps) => {
  const t = useT();
  const { proposal, clear } = preparedImport;
  if (!proposal) return null;
  return (
    <RowRules
      mapping={preparedImport.mapping ?? toMapping(proposal)}
      clearsEmpty={clear}
      onChange={mapping => void onChange({ mapping })}
    >
      <Checkbox
        label={t('importPage.preview.clear')}
        checked={clear}
        disabled={disabled}
        onChange={({ target }) => void onChange({ clear: target.checked })}
      />
    </RowRules>
  );
};

const RecountedNotice = () => (
  <Notice kind="warning" role="status">
    {useT()('importPage.prepared.recounted')}
  </Notice>
);

interface ImportEffectProps {
  preparedImport: PreparedImport;
  disabled: boolean;
  onChange: ChangePreparedImport;
}

/** The effect of the import with the current choices, as far as it has been counted. */
const ImportEffect = ({ preparedImport, disabled, onChange }: ImportEffectProps) => {
  const t = useT();
  const [outcome, setOutcome] = useState<RowOutcome | null>(null);
  const { counts, prices, unknown_values } = preparedImport;
  return (
    <>
      {preparedImport.progress < 100 && <CountingProgress {...preparedImport} />}
      {isIdleImport(preparedImport) && unknown_values.length === 0 && <p>{t('importPage.preview.idle')}</p>}
      {prices && <PriceChangeNote prices={prices} />}
      <div className={preview['options']}>
        <AbsentProducts preparedImport={preparedImport} disabled={disabled} onChange={onChange} />
        <ImageSources preparedImport={preparedImport} disabled={disabled} />
      </div>
      <UnknownValues preparedImport={preparedImport} disabled={disabled} onChange={onChange} />
      <OutcomeFilter counts={counts} outcome={outcome} onChoose={setOutcome} />
      <PreparedGrid preparedImport={preparedImport} outcome={outcome} onChange={onChange} />
    </>
  );
};

const CountingProgress = ({ counts, progress, rows }: PreparedImport) => {
  const t = useT();
  const { number } = useFormats();
  return (
    <div>
      <p role="status">
        {t('importPage.prepared.counting', {
          read: number(countRows(counts, null)),
          rows: rows === null ? '…' : number(rows),
        })}
      </p>
      <Progress value={rows === null ? null : progress / 100} />
    </div>
  );
};

/**
 * Receives the focus from the file input, which no longer exists, and from the dialogs of corrections and unknown values,
 * which close together with the buttons that open them.
 */
const UploadHead = ({ preparedImport }: { preparedImport: PreparedImport }) => {
  const t = useT();
  const { file_name, sheet, corrections_count, unknown_values } = preparedImport;
  const heading = useLostFocus<HTMLHeadingElement>([corrections_count, unknown_values.length].join(' '));
  useEffect(() => heading.current?.focus(), [heading]);
  return (
    <RunHead subject={[file_name, sheet].filter(Boolean).join(', ')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('importPage.preview.title')}
      </h2>
    </RunHead>
  );
};

const RefusalNotice = ({ preparedImport: { refusal }, onChange }: Omit<ImportEffectProps, 'disabled'>) => {
  const t = useT();
  return (
    <Notice
      kind="error"
      actions={
        <Button variant="outlined" onClick={() => void onChange({})}>
          {t('importPage.checkAgain')}
        </Button>
      }
    >
      {refusal}
    </Notice>
  );
};

/** When the rows were compared with the stored products, which may have changed since. */
const CheckTime = ({ preparedImport: { checked_at }, disabled, onChange }: ImportEffectProps) => {
  const t = useT();
  const { recent } = useFormats();
  if (checked_at === null) return null;
  return (
    <p>
      {t('importPage.prepared.checked', { at: recent(checked_at) })}{' '}
      <Button disabled={disabled} onClick={() => void onChange({})}>
        {t('importPage.prepared.check')}
      </Button>
    </p>
  );
};
