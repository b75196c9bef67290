import { AddUndoableMutationContext } from 'ra-core';
import type { ReactNode } from 'react';
import { UndoContext, type UndoQueue } from './undo.ts';

/** Has react-admin hand its undoable writes to the queue, and notices take them from it. */
export const UndoProvider = ({ queue, children }: { queue: UndoQueue; children: ReactNode }) => (
  <UndoContext value={queue}>
    <AddUndoableMutationContext value={queue.add}>{children}</AddUndoableMutationContext>
  </UndoContext>
);
