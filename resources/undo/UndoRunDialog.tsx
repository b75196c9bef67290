import { useT } from '#providers/locale/i18nProvider.ts';
import { DialogFrame } from '#ui/Dialog.tsx';
import { UndoRunBody } from './UndoRunBody.tsx';

interface UndoRunDialogProps {
  runId: number;
  onClose: () => void;
}

/** What became of a large undo, for whoever has closed its dialog meanwhile. */
export const UndoRunDialog = ({ runId, onClose }: UndoRunDialogProps) => (
  <DialogFrame title={useT()('undo.result')} size="medium" onClose={onClose}>
    <UndoRunBody runId={runId} />
  </DialogFrame>
);
