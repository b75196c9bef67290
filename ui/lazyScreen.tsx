import {
  type ComponentType,
  type FunctionComponent,
  type LazyExoticComponent,
  lazy,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { ChunkError, loadChunk } from '#providers/http/chunks.ts';
import { useStaleBundle } from '#providers/http/useStaleBundle.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from './Button.tsx';
import styles from './PartFailed.module.css';
import { useLeaving } from './useLeaving.tsx';

interface Preloading {
  /** Brings the code before it is drawn; that this fails is no fault by itself. @returns whether it is there */
  preload: () => Promise<boolean>;
  isThere: () => boolean;
}

/** A component whose code comes by itself. */
export type LazyScreen<Props extends object> = FunctionComponent<Props> & Preloading;

/**
 * A component whose code is loaded when it is first drawn, or was before: then it is drawn at once. Should that fail, the page around it stays, a form with
 * what was typed included: the tab moves to the build that is served now, or says what can be done.
 * @param isSmall there is no room to say it: only a button to try again
 */
export const lazyScreen = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isSmall = false } = {},
): LazyScreen<Props> => {
  let part: LazyExoticComponent<ComponentType<Props>> | null = null;
  let loaded: ComponentType<Props> | null = null;
  const bring = async () => (loaded ??= await loadChunk(load));
  const begin = () => lazy(async () => ({ default: await bring() }));
  const forget = (): void => {
    part = null;
  };
  const failed = ({ error, resetErrorBoundary }: FallbackProps) => (
    <PartFailed error={error} isSmall={isSmall} onRetry={resetErrorBoundary} onLeave={forget} />
  );
  // React shows what stands in for a lazy component even where its code is there, and keeps that up for 0.3 s.
  const current = () => loaded ?? (part ??= begin());
  const Screen = (props: Props) => {
    const [Part, setPart] = useState<ComponentType<Props>>(current);
    const tryAgain = (): void => {
      forget();
      setPart(current);
    };
    return (
      <ErrorBoundary onReset={tryAgain} fallbackRender={failed}>
        <Arrived chunk={String(load)}>
          <Part {...props} />
        </Arrived>
      </ErrorBoundary>
    );
  };
  // Whoever draws the part is told of the failure, or has better luck.
  const preload = () =>
    bring().then(
      () => true,
      () => false,
    );
  return Object.assign(Screen, { preload, isThere: () => loaded !== null });
};

/** A route's `lazy`. */
export type LazyRoute = () => Promise<{ element: ReactElement }>;

/** Lets the router wait for the code of a screen: until then the page before it stays. A failure is the screen's to show. */
export const lazyRoute =
  ({ preload }: Pick<Preloading, 'preload'>, element: ReactElement): LazyRoute =>
  async () => {
    await preload();
    return { element };
  };

/** Stands with the part once it has been loaded. */
const Arrived = ({ chunk, children }: { chunk: string; children: ReactNode }) => {
  const { allow } = useStaleBundle();
  useEffect(() => allow(chunk), [allow, chunk]);
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
  const { moveFor, allow, move } = useStaleBundle();
  const [askToLeave, question] = useLeaving();
  const [isStaying, setStaying] = useState(false);
  const { chunk } = error;
  useEffect(() => {
    void moveFor(chunk).then(isLeaving => setStaying(!isLeaving));
  }, [chunk, moveFor]);
  useEffect(() => onLeave, [onLeave]);
  // Some browsers keep a refusal for as long as the document lives: a try that fails again may ask for another one.
  const tryAgain = (): void => {
    allow(chunk);
    onRetry();
  };
  if (!isStaying) return null;
  if (isSmall)
    return (
      <Button title={t('visit.partFailed')} onClick={tryAgain}>
        {t('visit.partRetry')}
      </Button>
    );
  return (
    <div className={styles['failed']} role="alert">
      <h2>{t('visit.partFailed')}</h2>
      <p>{t('visit.partFailedText')}</p>
      <div>
        <Button variant="contained" onClick={tryAgain}>
          {t('shell.retry')}
        </Button>{' '}
        <Button variant="outlined" onClick={() => askToLeave(move)}>
          {t('shell.reload')}
        </Button>
      </div>
      {question}
    </div>
  );
};
