import { useState } from 'react';
import type { PreparedImport } from '#contract/preparing.ts';
import type { ChangePrepared } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { MendsDialog } from './MendsDialog.tsx';

interface EditsProps {
  prepared: PreparedImport;
  disabled: boolean;
  onChange: ChangePrepared;
}

/** How many cells were mended and rows left out, with the way back. */
export const Edits = ({ prepared, disabled, onChange }: EditsProps) => {
  const t = useT();
  const { number } = useFormats();
  const [isListed, list] = useState(false);
  const { mended, left_out } = prepared;
  return (
    <>
      {mended > 0 && (
        <p>
          {t('importPage.prepared.mended', { number: number(mended) })}{' '}
          <Button disabled={disabled} onClick={() => list(true)}>
            {t('importPage.prepared.showMends')}
          </Button>
        </p>
      )}
      {left_out > 0 && (
        <p>
          {t('importPage.prepared.leftOut', { number: number(left_out) })}{' '}
          <Button disabled={disabled} onClick={() => void onChange({ take_back: true })}>
            {t('importPage.prepared.takeBack')}
          </Button>
        </p>
      )}
      {isListed && mended > 0 && <MendsDialog prepared={prepared} onChange={onChange} onClose={() => list(false)} />}
    </>
  );
};
