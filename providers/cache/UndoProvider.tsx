import { AddUndoableMutationContext } from 'ra-core';
import type { ReactNode } from 'react';
import { useUndoQueue } from './undo.ts';

/** Replaces react-admin's queue of undoable mutations; see `createUndoQueue` for the reason. */
export const UndoProvider = ({ children }: { children: ReactNode }) => (
  <AddUndoableMutationContext value={useUndoQueue().enqueue}>{children}</AddUndoableMutationContext>
);
