import { useEffect, useRef, useState } from 'react';
import type { PreparedChoices, PreparedImport, RowOutcome } from '#contract/preparing.ts';
import { failureOf } from '#providers/http/httpError.ts';
import { rowsIn, useChangePrepared, usePrepared } from '#providers/jobs/preparing.ts';
import { useRuns } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { importMessages } from '#providers/reporting/notices.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Notice } from '#ui/Notice.tsx';
import { PageActions } from '#ui/Page.tsx';
import { Progress } from '#ui/Progress.tsx';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import { RunSkeleton } from '../jobs/Run.tsx';
import { RunHead } from '../jobs/RunHead.tsx';
import { Choices } from './Choices.tsx';
import { Faults } from './Faults.tsx';
import { FileColumns } from './FileColumns.tsx';
import { OutcomeFilter } from './OutcomeFilter.tsx';
import { PreparedGrid } from './PreparedGrid.tsx';
import preview from './Preview.module.css';
import { PriceMeaning } from './PriceMeaning.tsx';

interface PreparedViewProps {
  id: number;
  onLeave: () => void;
}

/** An upload that the server keeps: what its import would do, row by row, and the choices of its owner. */
export const PreparedView = ({ id, onLeave }: PreparedViewProps) => {
  const t = useT();
  const { data, error, refetch } = usePrepared(id);
  if (data) return <Prepared key={id} prepared={data} onLeave={onLeave} />;
  if (failureOf(error)?.kind === 'notFound')
    return (
      <Empty
        title={t('importPage.prepared.gone')}
        text={t('importPage.prepared.goneText')}
        actions={
          <Button variant="contained" onClick={onLeave}>
            {t('importPage.otherFile')}
          </Button>
        }
      />
    );
  return error ? <ReadFailed error={error} onRetry={() => void refetch()} /> : <RunSkeleton />;
};

interface PreparedProps {
  prepared: PreparedImport;
  onLeave: () => void;
}

const Prepared = ({ prepared, onLeave }: PreparedProps) => {
  const t = useT();
  const { number } = useFormats();
  const notifyError = useNotifyError();
  const [outcome, setOutcome] = useState<RowOutcome | null>(null);
  const changing = useChangePrepared(prepared.id);
  const starting = useStart(prepared.id, onLeave);
  const change = (changes: PreparedChoices) =>
    changing.mutateAsync(changes).catch((error: unknown) => void notifyError(error));
  const { counts, progress, refusal, rows } = prepared;
  const isCounting = progress < 100;
  const isIdle = !isCounting && counts.new + counts.changed === 0;
  return (
    <section className={preview['preview']} aria-label={t('importPage.preview.title')}>
      <Head prepared={prepared} />
      <FileColumns prepared={prepared} onChange={change} />
      {starting.failure.length > 0 && (
        <div>
          <p>{t('importPage.startFailed')}</p>
          <Faults faults={starting.failure} />
        </div>
      )}
      {refusal ? (
        <Refusal prepared={prepared} onChange={change} />
      ) : (
        <>
          {isCounting && (
            <div>
              <p role="status">
                {t('importPage.prepared.counting', {
                  read: number(rowsIn(counts, null)),
                  rows: rows === null ? '…' : number(rows),
                })}
              </p>
              <Progress value={rows === null ? null : progress / 100} />
            </div>
          )}
          {isIdle && <p>{t('importPage.preview.idle')}</p>}
          {prepared.prices && <PriceMeaning prices={prepared.prices} />}
          <Choices prepared={prepared} disabled={starting.isStarting} onChange={changes => void change(changes)} />
          <OutcomeFilter counts={counts} outcome={outcome} onChoose={setOutcome} />
          <PreparedGrid prepared={prepared} outcome={outcome} onChange={change} />
        </>
      )}
      <PageActions>
        <Button variant="outlined" disabled={starting.isStarting} onClick={onLeave}>
          {t('importPage.otherFile')}
        </Button>
        <Button
          variant="contained"
          disabled={isIdle || refusal !== null}
          loading={starting.isStarting}
          onClick={starting.start}
        >
          {t('importPage.preview.start')}
        </Button>
      </PageActions>
    </section>
  );
};

const useStart = (id: number, onStarted: () => void) => {
  const t = useT();
  const imports = useRuns('import');
  const [isStarting, setStarting] = useState(false);
  const [failure, setFailure] = useState<readonly string[]>([]);
  const start = async () => {
    setStarting(true);
    setFailure([]);
    try {
      const refused = await imports.start(id);
      if (refused.length === 0) return onStarted();
      setFailure(refused);
    } catch (error) {
      setFailure(importMessages(error, (key, values) => t(`errors.${key}`, values)));
    }
    setStarting(false);
  };
  return { isStarting, failure, start: () => void start() };
};

/** Receives the focus, because the file input that had it is gone. */
const Head = ({ prepared: { file_name, sheet } }: { prepared: PreparedImport }) => {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <RunHead subject={[file_name, sheet].filter(Boolean).join(', ')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('importPage.preview.title')}
      </h2>
    </RunHead>
  );
};

interface RefusalProps {
  prepared: PreparedImport;
  onChange: (changes: PreparedChoices) => Promise<unknown>;
}

const Refusal = ({ prepared: { refusal }, onChange }: RefusalProps) => {
  const t = useT();
  return (
    <Notice
      kind="error"
      actions={
        <Button variant="outlined" onClick={() => void onChange({ take_back: true })}>
          {t('importPage.checkAgain')}
        </Button>
      }
    >
      {refusal}
    </Notice>
  );
};
