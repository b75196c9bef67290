import { AddUndoableMutationContext } from 'ra-core';
import type { ReactNode } from 'react';
import { useUndoQueue } from './undo.ts';

/** Has react-admin hand its undoable writes to the queue, and notices take them from it. */
export const UndoProvider = ({ children }: { children: ReactNode }) => (
  <AddUndoableMutationContext value={useUndoQueue().add}>{children}</AddUndoableMutationContext>
);
