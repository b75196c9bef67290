import { AddUndoableMutationContext } from 'ra-core';
import type { ReactNode } from 'react';
import { useUndoQueue } from './undo.ts';

export const UndoProvider = ({ children }: { children: ReactNode }) => (
  <AddUndoableMutationContext value={useUndoQueue().enqueue}>{children}</AddUndoableMutationContext>
);
