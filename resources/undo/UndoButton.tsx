import UndoIcon from '@mui/icons-material/UndoOutlined';
import { type Ref, Suspense, useEffect, useRef, useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { UndoneLink } from './UndoneLink.tsx';

const UndoDialog = lazyScreen(async () => (await import('./UndoDialog.tsx')).UndoDialog);

interface UndoButtonProps {
  batchId: number;
  /** What the batch did, which tells the buttons of a list apart. */
  name: string;
  /** If given, a link to it takes the place of the button. An open dialog stays, because it tells what was left. */
  undone?: Batch['undone'];
}

export const UndoButton = ({ batchId, name, undone }: UndoButtonProps) => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The button that opened the dialog, and would get the focus back, may be gone.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) target.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <>
      {undone ? (
        <UndoneLink ref={target as Ref<HTMLAnchorElement>} undone={undone} />
      ) : (
        <Button
          ref={target as Ref<HTMLButtonElement>}
          startIcon={<UndoIcon />}
          aria-label={t('undo.title', { what: name })}
          onClick={() => setOpen(true)}
        >
          {t('undo.confirm')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <UndoDialog {...{ batchId, name }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
