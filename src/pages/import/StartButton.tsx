import { useState } from 'react';
import { isLargeShare } from '#contract/absentProducts.ts';
import { countArchived, isIdleImport, type PreparedImport } from '#contract/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Question } from '#ui/Dialog.tsx';

interface StartButtonProps {
  preparedImport: PreparedImport;
  isStarting: boolean;
  start: (options?: { archivesMost: boolean }) => void;
}

/** Starts the import; asks once more before most of the expected products are archived. */
export const StartButton = ({ preparedImport, isStarting, start }: StartButtonProps) => {
  const t = useT();
  const { number } = useFormats();
  const [isAsking, setAsking] = useState(false);
  const { mapping, absent, progress, refusal } = preparedImport;
  const archived = countArchived(preparedImport);
  // Which products are archived depends on all rows, so the user can confirm this only once all rows have been read.
  const isUncounted = progress < 100 && mapping?.absent?.archives === true;
  const asksFirst = absent !== null && archived > 0 && isLargeShare(absent);
  return (
    <>
      <Button
        variant="contained"
        disabled={isIdleImport(preparedImport) || isUncounted || refusal !== null}
        loading={isStarting}
        onClick={() => (asksFirst ? setAsking(true) : start())}
      >
        {t('importPage.preview.start')}
      </Button>
      {isAsking && absent && (
        <Question
          title={t('importPage.prepared.absent.ask', {
            number: number(absent.count),
            expected: number(absent.expected),
          })}
          confirm={t('importPage.prepared.absent.confirm')}
          onConfirm={() => {
            setAsking(false);
            start({ archivesMost: true });
          }}
          onClose={() => setAsking(false)}
        >
          {t('importPage.prepared.absent.askText')}
        </Question>
      )}
    </>
  );
};
