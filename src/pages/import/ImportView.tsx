import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { isImportEnded } from '#providers/jobs/importState.ts';
import { useImport } from '#providers/jobs/importStore.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { listAddress } from '#resources/engine/addresses.ts';
import { Button } from '#ui/Button.tsx';
import { Run } from '../jobs/Run.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { ImportCounts } from './ImportCounts.tsx';
import { ImportLog } from './ImportLog.tsx';
import { Pace } from './Pace.tsx';
import { SkippedButton } from './SkippedButton.tsx';

/** The run on the screen: where it stands, what it counted, what it says, and the ways on. */
export const ImportView = () => {
  const t = useT();
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
  return (
    <Run
      label={t('importPage.run')}
      status={status}
      title={t(`importPage.status.${status}`)}
      subject={fileName}
      progress={progress}
      actions={
        hasEnded ? (
          <>
            {counts && counts.faulty > 0 && state.runId !== null && <SkippedButton runId={state.runId} />}
            <Button variant="outlined" component={Link} to={listAddress('nomenclature')}>
              {t('importPage.toList')}
            </Button>
            <Button variant="contained" data-shortcut="n" onClick={anew}>
              {t('importPage.another')}
            </Button>
          </>
        ) : (
          <Button variant="outlined" disabled={status !== 'processing'} onClick={() => ask(true)}>
            {t('importPage.cancel')}
          </Button>
        )
      }
    >
      <Pace />
      {counts && <ImportCounts counts={counts} />}
      <ImportLog key={state.runId} log={log} />
      {isAsking && !hasEnded && <CancelDialog onClose={() => ask(false)} />}
    </Run>
  );
};
