import { useState } from 'react';
import type { PreparedImport } from '#contract/preparing.ts';
import type { ChangePreparedImport } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { CorrectionsDialog } from './CorrectionsDialog.tsx';

interface EditSummaryProps {
  preparedImport: PreparedImport;
  disabled: boolean;
  onChange: ChangePreparedImport;
}

/** Numbers of corrected cells and excluded rows, with buttons to undo them. */
export const EditSummary = ({ preparedImport, disabled, onChange }: EditSummaryProps) => {
  const t = useT();
  const { number } = useFormats();
  const [isListed, setListed] = useState(false);
  const { corrections_count: correctionsCount, left_out } = preparedImport;
  return (
    <>
      {correctionsCount > 0 && (
        <p>
          {t('importPage.prepared.corrected', { number: number(correctionsCount) })}{' '}
          <Button disabled={disabled} onClick={() => setListed(true)}>
            {t('importPage.prepared.showCorrections')}
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
      {isListed && correctionsCount > 0 && (
        <CorrectionsDialog preparedImport={preparedImport} onChange={onChange} onClose={() => setListed(false)} />
      )}
    </>
  );
};
