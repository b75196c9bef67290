import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { ImportCounts } from '#contract/importing.ts';
import { useT } from '#providers/i18nProvider.ts';
import { isImportEnded } from '#providers/importState.ts';
import { useImport } from '#providers/importStore.ts';
import { listAddress } from '#resources/schema/addresses.ts';
import { useFormats } from '#resources/schema/format.ts';
import { CancelDialog } from './CancelDialog.tsx';
import styles from './Import.module.css';
import { ImportLog } from './ImportLog.tsx';

/** The run on the screen: where it stands, what it counted, what it says, and the ways on. */
export const ImportView = () => {
  const t = useT();
  const formats = useFormats();
  const { state, reset } = useImport();
  const navigate = useNavigate();
  const [isAsking, ask] = useState(false);
  const anew = () => {
    reset();
    // An address that still named the run would bring it back.
    void navigate('?', { replace: true });
  };
  const { status, progress, counts, fileName, log } = state;
  const hasEnded = isImportEnded(state);
  const percent = `${formats.number(progress, 0)} %`;
  return (
    <section className={styles['run']} data-status={status} aria-label={t('importPage.run')}>
      <div className={styles['runHead']}>
        <h2>{t(`importPage.status.${status}`)}</h2>
        <span className={styles['file']}>{fileName}</span>
        <span className={styles['percent']}>{percent}</span>
      </div>
      <div
        className={styles['track']}
        role="progressbar"
        aria-label={t('importPage.progress')}
        aria-valuenow={Math.round(progress)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div style={{ width: `${progress}%` }} />
      </div>
      {counts && <Counts counts={counts} />}
      <ImportLog log={log} />
      <div className={styles['runActions']}>
        {hasEnded ? (
          <>
            <Button variant="contained" data-shortcut="n" onClick={anew}>
              {t('importPage.another')}
            </Button>
            <Button variant="outlined" color="inherit" component={Link} to={listAddress('nomenclature')}>
              {t('importPage.toList')}
            </Button>
          </>
        ) : (
          <Button variant="outlined" color="inherit" disabled={status !== 'processing'} onClick={() => ask(true)}>
            {t('importPage.cancel')}
          </Button>
        )}
      </div>
      {isAsking && !hasEnded && <CancelDialog onClose={() => ask(false)} />}
    </section>
  );
};

const Counts = ({ counts }: { counts: ImportCounts }) => {
  const t = useT();
  const formats = useFormats();
  return (
    <dl className={styles['counts']}>
      {(['new', 'changed', 'unchanged', 'faulty'] as const).map(kind => (
        <div key={kind} data-kind={kind}>
          <dt>{t(`importPage.counts.${kind}`)}</dt>
          <dd>{formats.number(counts[kind])}</dd>
        </div>
      ))}
    </dl>
  );
};
