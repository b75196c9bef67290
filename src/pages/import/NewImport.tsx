import { useEffect, useRef, useState } from 'react';
import type { ImportPreview } from '#contract/importing.ts';
import type { ImportChoices } from '#providers/jobs/importing.ts';
import { useRuns } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { importMessages } from '#providers/reporting/notices.ts';
import { Button } from '#ui/Button.tsx';
import { PageActions } from '#ui/Page.tsx';
import { Progress } from '#ui/Progress.tsx';
import { RunHead } from '../jobs/RunHead.tsx';
import runs from '../jobs/Runs.module.css';
import { useLostFocus } from '../jobs/useLostFocus.ts';
import { DropZone } from './DropZone.tsx';
import { PreviewView } from './PreviewView.tsx';
import { UncheckedView } from './UncheckedView.tsx';

/** Choosing a file, its preview, and starting the import. */
export const NewImport = () => {
  const { file, preview, faults, failure, choices, sent, isStarting, read, readAgain, start, leave } = useNewImport();
  if (!file) return <DropZone refused={faults} onFile={read} />;
  if (failure && !isStarting)
    return <UncheckedView {...{ file, failure }} onRetry={() => readAgain(choices)} onStart={start} onLeave={leave} />;
  if (!preview || isStarting)
    return <Reading file={file} sent={sent} isStarting={isStarting} onStart={start} onLeave={leave} />;
  return <PreviewView preview={preview} choices={choices} onChoices={readAgain} onStart={start} onLeave={leave} />;
};

const noChoices: ImportChoices = { create: false, clear: false };

const useNewImport = () => {
  const imports = useRuns('import');
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [failure, setFailure] = useFailure();
  const [choices, setChoices] = useState<ImportChoices>(noChoices);
  const [sent, setSent] = useState<number | null>(null);
  const [isStarting, setStarting] = useState(false);
  const reading = useRef<AbortController>(undefined);
  // Not aborted when the user leaves the page, because the import should continue.
  const starting = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);
  const leave = (refusal: readonly string[] = []) => {
    reading.current?.abort();
    starting.current?.abort();
    setStarting(false);
    setFile(null);
    setPreview(null);
    setFaults(refusal);
    setFailure(null);
  };
  const read = async (chosen: File, chosenChoices: ImportChoices) => {
    leave();
    setChoices(chosenChoices);
    setSent(0);
    const { signal } = (reading.current = new AbortController());
    setFile(chosen);
    const upload = { choices: chosenChoices, signal, onUploadProgress: setSent };
    const result = await imports.preview(chosen, upload).catch((error: unknown) => {
      if (!signal.aborted) setFailure(error);
      return null;
    });
    if (!result || signal.aborted) return;
    setSent(null);
    if ('counts' in result) setPreview(result);
    else leave(result);
  };
  const start = async () => {
    reading.current?.abort();
    if (!file) return;
    setStarting(true);
    setSent(0);
    const { signal } = (starting.current = new AbortController());
    const refusal = await imports.start(file, { choices, signal, onUploadProgress: setSent });
    if (!signal.aborted) leave(refusal);
  };
  return {
    file,
    preview,
    faults,
    failure,
    choices,
    sent,
    isStarting,
    leave: () => leave(),
    read: (chosen: File) => void read(chosen, noChoices),
    readAgain: (next: ImportChoices) => void (file && read(file, next)),
    start: () => void start(),
  };
};

/** Why the preview failed, as a message; null if it did not. */
const useFailure = () => {
  const t = useT();
  const [error, setError] = useState<unknown>(null);
  return [
    error === null ? null : importMessages(error, (key, values) => t(`errors.${key}`, values)),
    setError,
  ] as const;
};

interface ReadingProps {
  file: File;
  /** Fraction of the file that has been sent; null while nothing is being sent. */
  sent: number | null;
  /** Whether the file is being sent for the import rather than for the preview. */
  isStarting: boolean;
  onStart: () => void;
  onLeave: () => void;
}

/** Shown while the file is sent and read. The import can be started without waiting for the preview. */
const Reading = ({ file, sent, isStarting, onStart, onLeave }: ReadingProps) => {
  const t = useT();
  const heading = useLostFocus<HTMLHeadingElement>(isStarting);
  const isSending = sent !== null && sent < 1;
  return (
    <section className={runs['run']} aria-label={t('importPage.run')}>
      <RunHead subject={file.name}>
        <h2 ref={heading} role="status" tabIndex={-1}>
          {isSending
            ? t('importPage.sending', { percent: Math.round(sent * 100) })
            : t(isStarting ? 'importPage.starting' : 'importPage.looking')}
        </h2>
      </RunHead>
      <div className={runs['track']}>
        <Progress value={isSending ? sent : null} />
      </div>
      <PageActions>
        <Button variant="outlined" loading={isStarting} onClick={onStart}>
          {t('importPage.startAtOnce')}
        </Button>
        <Button disabled={isStarting && !isSending} onClick={onLeave}>
          {t('importPage.otherFile')}
        </Button>
      </PageActions>
    </section>
  );
};
