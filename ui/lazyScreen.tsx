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
import styles from './ChunkFailed.module.css';
import { useConfirmLeave } from './useConfirmLeave.tsx';

interface Preloadable {
  /** Loads the code in advance. Resolves to false on failure, which is not an error here: rendering retries. */
  preload: () => Promise<boolean>;
  isLoaded: () => boolean;
}

export type LazyScreen<Props extends object> = FunctionComponent<Props> & Preloadable;

/**
 * A lazy component that renders synchronously once its code is loaded. If loading fails, only this component is
 * replaced by an error, so that unsaved forms around it survive; a tab of an older build is reloaded if possible.
 * @param isSmall shows just a retry button, for places without room for a message
 */
export const lazyScreen = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isSmall = false } = {},
): LazyScreen<Props> => {
  let lazyComponent: LazyExoticComponent<ComponentType<Props>> | null = null;
  let loadedComponent: ComponentType<Props> | null = null;
  let pendingLoad: Promise<ComponentType<Props>> | null = null;
  // Preloading and rendering share one attempt, so that together they stay within the limit of 120 s in §9.
  const loadOnce = () =>
    (pendingLoad ??= loadChunk(load).then(component => {
      loadedComponent = component;
      return component;
    }));
  const begin = () => lazy(async () => ({ default: await loadOnce() }));
  const reset = (): void => {
    lazyComponent = null;
    pendingLoad = null;
  };
  const renderFailure = ({ error, resetErrorBoundary }: FallbackProps) => (
    <ChunkFailed error={error} isSmall={isSmall} onRetry={resetErrorBoundary} onUnmount={reset} />
  );
  // Not `React.lazy` alone, because it shows its fallback for at least 0.3 s even if the code is already loaded.
  const current = () => loadedComponent ?? (lazyComponent ??= begin());
  const Screen = (props: Props) => {
    const [Component, setComponent] = useState<ComponentType<Props>>(current);
    const retry = (): void => {
      reset();
      setComponent(current);
    };
    return (
      <ErrorBoundary onReset={retry} fallbackRender={renderFailure}>
        <AllowReload chunk={String(load)}>
          <Component {...props} />
        </AllowReload>
      </ErrorBoundary>
    );
  };
  // Errors are ignored here: rendering shows the failed attempt and offers a retry.
  const preload = () =>
    loadOnce().then(
      () => true,
      () => false,
    );
  return Object.assign(Screen, { preload, isLoaded: () => loadedComponent !== null });
};

export type LazyRoute = () => Promise<{ element: ReactElement }>;

/**
 * Makes the router keep the previous page until the screen's code is loaded. Never rejects, because the screen shows
 * failures itself.
 */
export const lazyRoute =
  ({ preload }: Pick<Preloadable, 'preload'>, element: ReactElement): LazyRoute =>
  async () => {
    await preload();
    return { element };
  };

const AllowReload = ({ chunk, children }: { chunk: string; children: ReactNode }) => {
  const { allowReload } = useStaleBundle();
  useEffect(() => allowReload(chunk), [allowReload, chunk]);
  return children;
};

interface ChunkFailedProps {
  error: unknown;
  isSmall: boolean;
  onRetry: () => void;
  /** Called on unmount, so that the next mount loads again. */
  onUnmount: () => void;
}

const ChunkFailed = ({ error, isSmall, onRetry, onUnmount: onLeave }: ChunkFailedProps) => {
  if (!(error instanceof ChunkError)) throw error;
  const t = useT();
  const { reloadFor: moveFor, allowReload, reload } = useStaleBundle();
  const [askToLeave, question] = useConfirmLeave();
  const [isStaying, setStaying] = useState(false);
  const { chunk } = error;
  useEffect(() => {
    void moveFor(chunk).then(isLeaving => setStaying(!isLeaving));
  }, [chunk, moveFor]);
  useEffect(() => onLeave, [onLeave]);
  // Some browsers cache a failed import until the document is reloaded, so a retry may need another reload.
  const retry = (): void => {
    allowReload(chunk);
    onRetry();
  };
  if (!isStaying) return null;
  if (isSmall)
    return (
      <Button title={t('shell.partFailed')} onClick={retry}>
        {t('shell.partRetry')}
      </Button>
    );
  return (
    <div className={styles['failed']} role="alert">
      <h2>{t('shell.partFailed')}</h2>
      <p>{t('shell.partFailedText')}</p>
      <div>
        <Button variant="contained" onClick={retry}>
          {t('shell.retry')}
        </Button>{' '}
        <Button variant="outlined" onClick={() => askToLeave(reload)}>
          {t('shell.reload')}
        </Button>
      </div>
      {question}
    </div>
  );
};
