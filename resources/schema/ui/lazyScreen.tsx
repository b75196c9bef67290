import Button from '@mui/material/Button';
import {
  type ComponentType,
  type FunctionComponent,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  useEffect,
  useReducer,
  useState,
} from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { ChunkError, loadChunk } from '#providers/chunks.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useNewBuild } from '#providers/NewBuildContext.ts';
import { useLeaving } from './LeaveDialog.tsx';
import styles from './PartFailed.module.css';

/**
 * A component whose code is loaded when it is first drawn. Should that fail, the page around it stays, a form with
 * what was typed included: the tab moves to the build that is served now, or says what can be done.
 * @param isSmall there is no room to say it: only a button to try again
 */
export const lazyScreen = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isSmall = false } = {},
): FunctionComponent<Props> => {
  let part: LazyExoticComponent<ComponentType<Props>> | null = null;
  const begin = () => lazy(async () => ({ default: await loadChunk(load) }));
  const forget = (): void => {
    part = null;
  };
  const failed = ({ error, resetErrorBoundary }: FallbackProps) => (
    <PartFailed error={error} isSmall={isSmall} onRetry={resetErrorBoundary} onLeave={forget} />
  );
  const Screen = (props: Props) => {
    const [, drawAgain] = useReducer((times: number) => times + 1, 0);
    const Part = (part ??= begin());
    const tryAgain = (): void => {
      forget();
      drawAgain();
    };
    return (
      <ErrorBoundary onReset={tryAgain} fallbackRender={failed}>
        <Arrived chunk={String(load)}>
          <Part {...props} />
        </Arrived>
      </ErrorBoundary>
    );
  };
  return Screen;
};

/** Stands with the part once it has been loaded. */
const Arrived = ({ chunk, children }: { chunk: string; children: ReactNode }) => {
  const { arrived } = useNewBuild();
  useEffect(() => arrived(chunk), [arrived, chunk]);
  return children;
};

interface PartFailedProps {
  error: unknown;
  isSmall: boolean;
  onRetry: () => void;
  /** The part is not on the screen any more: the next time it is, it is asked for anew. */
  onLeave: () => void;
}

/** In place of a part that could not be loaded; any other error is the affair of whoever stands around it. */
const PartFailed = ({ error, isSmall, onRetry, onLeave }: PartFailedProps) => {
  if (!(error instanceof ChunkError)) throw error;
  const t = useT();
  const { moveFor, move } = useNewBuild();
  const [askToLeave, question] = useLeaving();
  const [isStaying, setStaying] = useState(false);
  const { chunk } = error;
  useEffect(() => {
    void moveFor(chunk).then(isLeaving => setStaying(!isLeaving));
  }, [chunk, moveFor]);
  useEffect(() => onLeave, [onLeave]);
  if (!isStaying) return null;
  if (isSmall)
    return (
      <Button size="small" color="inherit" title={t('visit.partFailed')} onClick={onRetry}>
        {t('shell.retry')}
      </Button>
    );
  return (
    <div className={styles['failed']} role="alert">
      <h2>{t('visit.partFailed')}</h2>
      <p>{t('visit.partFailedText')}</p>
      <div>
        <Button variant="contained" onClick={onRetry}>
          {t('shell.retry')}
        </Button>{' '}
        <Button variant="outlined" color="inherit" onClick={() => askToLeave(move)}>
          {t('shell.reload')}
        </Button>
      </div>
      {question}
    </div>
  );
};
