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

export const NewImport = () => {
  const { file, preview, faults, failure, choices, read, readAgain, ...rest } = useNewImport();
  const { sent, isStarting, onStart, onLeave } = rest;
  const starting = { progress: useProgress(sent, isStarting), isStarting, onStart, onLeave };
  if (!file) return <DropZone refused={faults} onFile={read} />;
  if (preview) return <PreviewView {...{ preview, failure, choices, starting }} onChoices={readAgain} />;
  if (failure) return <UncheckedView {...{ file, failure, starting }} onRetry={() => readAgain(choices)} />;
  return <Reading {...{ file, starting }} />;
};

/** Shared by the views, because the one that started the import stays on screen with a spinner on its button. */
export interface Starting {
  progress: { text: string; value: number | null };
  isStarting: boolean;
  onStart: () => void;
  onLeave: () => void;
}

/** @param sent fraction of the file that has been sent; null while nothing is being sent */
const useProgress = (sent: number | null, isStarting: boolean): Starting['progress'] => {
  const t = useT();
  if (sent !== null && sent < 1)
    return { text: t('importPage.sending', { percent: Math.round(sent * 100) }), value: sent };
  return { text: t(isStarting ? 'importPage.starting' : 'importPage.looking'), value: null };
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
    const answer = imports.preview(chosen, { choices: chosenChoices, signal, onUploadProgress: setSent });
    const result = await attempt(answer, signal, error => setFailure({ of: 'preview', error }));
    if (!result) return;
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
    const answer = imports.start(file, { choices, signal, onUploadProgress: setSent });
    const refusal = await attempt(answer, signal, error => {
      setFailure({ of: 'start', error });
      setStarting(false);
    });
    if (refusal) leave(refusal);
  };
  const state = { file, preview, faults, failure, choices, sent, isStarting };
  return {
    ...state,
    onLeave: () => leave(),
    read: (chosen: File) => void read(chosen, noChoices),
    readAgain: (next: ImportChoices) => void (file && read(file, next)),
    onStart: () => void start(),
  };
};

/** Null if it was aborted, or if it failed, which `onFailure` receives. */
const attempt = async <T,>(
  call: Promise<T>,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<T | null> => {
  try {
    const answer = await call;
    return signal.aborted ? null : answer;
  } catch (error) {
    if (!signal.aborted) onFailure(error);
    return null;
  }
};

/** Neither failure is caused by the file, so the file is kept. */
export interface Failure {
  of: 'preview' | 'start';
  texts: readonly string[];
}

const useFailure = () => {
  const t = useT();
  const [failed, setFailed] = useState<{ of: Failure['of']; error: unknown } | null>(null);
  const failure: Failure | null = failed && {
    of: failed.of,
    texts: importMessages(failed.error, (key, values) => t(`errors.${key}`, values)),
  };
  return [failure, setFailed] as const;
};

interface ReadingProps {
  file: File;
  starting: Starting;
}

/** The import can be started without waiting for the preview, because reading a large file takes long. */
const Reading = ({ file, starting: { progress, isStarting, onStart, onLeave } }: ReadingProps) => {
  const t = useT();
  const heading = useLostFocus<HTMLHeadingElement>(isStarting);
  return (
    <section className={runs['run']} aria-label={t('importPage.run')}>
      <RunHead subject={file.name}>
        <h2 ref={heading} role="status" tabIndex={-1}>
          {progress.text}
        </h2>
      </RunHead>
      <div className={runs['track']}>
        <Progress value={progress.value} />
      </div>
      <PageActions>
        <Button variant="outlined" loading={isStarting} onClick={onStart}>
          {t('importPage.startAtOnce')}
        </Button>
        <Button disabled={isStarting && progress.value === null} onClick={onLeave}>
          {t('importPage.otherFile')}
        </Button>
      </PageActions>
    </section>
  );
};
