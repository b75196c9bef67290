import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { ChunkError } from '#providers/http/chunks.ts';
import { Button } from '#ui/Button.tsx';
import { staleBundle } from './loadApplication.ts';
import { loadPublicTranslate, type Translate } from './public/translate.ts';
import { reporter } from './reporter.ts';
import styles from './StartFailed.module.css';

/**
 * Shown instead of a blank page when the application cannot start. A missing chunk first triggers a reload, since a
 * deployment may have removed it.
 */
export const StartFailed = () => {
  const error = useRouteError();
  const [t, setTranslate] = useState<{ translate: Translate } | null>(null);
  useEffect(() => {
    reporter.report(error, { source: 'start' });
    const recover = async (): Promise<void> => {
      if (error instanceof ChunkError && (await staleBundle.reloadFor(error.chunk))) return;
      setTranslate({ translate: await loadPublicTranslate() });
    };
    void recover();
  }, [error]);
  if (!t) return null;
  return (
    <main className={styles['failed']}>
      <p role="alert">{t.translate('session.loadFailed')}</p>
      <Button variant="contained" onClick={() => window.location.reload()}>
        {t.translate('session.reload')}
      </Button>
    </main>
  );
};
