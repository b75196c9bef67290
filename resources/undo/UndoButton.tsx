import UndoIcon from '@mui/icons-material/UndoOutlined';
import { Suspense, useState } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { lazyScreen } from '#ui/lazyScreen.tsx';

const UndoDialog = lazyScreen(async () => (await import('./UndoDialog.tsx')).UndoDialog);

interface UndoButtonProps {
  batchId: number;
  /** What the batch did, which tells the buttons of a list apart. */
  name: string;
}

export const UndoButton = ({ batchId, name }: UndoButtonProps) => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button startIcon={<UndoIcon />} aria-label={t('undo.title', { what: name })} onClick={() => setOpen(true)}>
        {t('undo.confirm')}
      </Button>
      {isOpen && (
        <Suspense>
          <UndoDialog {...{ batchId, name }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
