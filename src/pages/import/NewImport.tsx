import { useEffect, useRef, useState } from 'react';
import type { ImportPreview } from '#contract/importing.ts';
import { type HowRead, useImport } from '#providers/jobs/importStore.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { PageActions } from '#ui/Page.tsx';
import { Progress } from '#ui/Progress.tsx';
import { RunHead } from '../jobs/RunHead.tsx';
import runs from '../jobs/Runs.module.css';
import { useLostFocus } from '../jobs/useLostFocus.ts';
import { DropZone } from './DropZone.tsx';
import { PreviewView } from './PreviewView.tsx';

/** From the choice of a file over what it would do to its start. */
export const NewImport = () => {
  const { file, preview, faults, how, isStarting, look, lookAgain, begin, leave } = useNewImport();
  if (!file) return <DropZone refused={faults} onFile={look} />;
  if (!preview || isStarting) return <Looking file={file} isStarting={isStarting} onStart={begin} onLeave={leave} />;
  return <PreviewView preview={preview} how={how} onHow={lookAgain} onStart={begin} onLeave={leave} />;
};

const asItStands: HowRead = { create: false, clear: false };

const useNewImport = () => {
  const { preview: previewOf, start } = useImport();
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [how, setHow] = useState<HowRead>(asItStands);
  const [isStarting, setStarting] = useState(false);
  const looking = useRef<AbortController>(undefined);
  // Whoever leaves the page leaves it to go on.
  const starting = useRef<AbortController>(undefined);
  useEffect(() => () => looking.current?.abort(), []);
  const leave = (said: readonly string[] = []) => {
    looking.current?.abort();
    starting.current?.abort();
    setStarting(false);
    setFile(null);
    setPreview(null);
    setFaults(said);
  };
  const look = async (chosen: File, read: HowRead) => {
    leave();
    setHow(read);
    const { signal } = (looking.current = new AbortController());
    setFile(chosen);
    const seen = await previewOf(chosen, signal, read).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return null;
    });
    if (!seen || signal.aborted) return;
    if ('counts' in seen) setPreview(seen);
    else leave(seen);
  };
  const begin = async () => {
    looking.current?.abort();
    if (!file) return;
    setStarting(true);
    const { signal } = (starting.current = new AbortController());
    const said = await start(file, how, signal);
    if (!signal.aborted) leave(said);
  };
  return {
    file,
    preview,
    faults,
    how,
    isStarting,
    leave: () => leave(),
    look: (chosen: File) => void look(chosen, asItStands),
    lookAgain: (read: HowRead) => void (file && look(file, read)),
    begin: () => void begin(),
  };
};

interface LookingProps {
  file: File;
  /** It is sent to be imported, and not only to be read. */
  isStarting: boolean;
  onStart: () => void;
  onLeave: () => void;
}

/** While the file is sent and read; whoever trusts it need not wait. */
const Looking = ({ file, isStarting, onStart, onLeave }: LookingProps) => {
  const t = useT();
  const { sent } = useImport();
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
