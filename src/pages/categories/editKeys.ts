import type { KeyboardEvent } from 'react';
import type { TreeEdits } from './useTreeEdits.ts';

/**
 * Editing keys of the tree. Letters are matched by `event.code`, so that they work in the Russian layout too. @returns
 * true if the key was handled
 */
export const handleEditKey = (event: KeyboardEvent, edits: TreeEdits, isBusy: boolean): boolean => {
  if (event.key === 'Escape' && edits.cut !== null) {
    edits.dropCut();
    return true;
  }
  const action = isBusy ? undefined : findAction(event, edits);
  action?.();
  return action !== undefined;
};

const findAction = (event: KeyboardEvent, edits: TreeEdits): (() => void) | undefined => {
  const { key, code, altKey, shiftKey } = event;
  if (event.ctrlKey || event.metaKey) {
    if (code === 'KeyX') return edits.cutActive;
    return code === 'KeyV' && edits.cut !== null ? () => edits.paste(shiftKey ? 'after' : 'inside') : undefined;
  }
  if (altKey) return createMoveKeys(edits)[key];
  return {
    F2: edits.rename,
    Enter: edits.rename,
    Insert: shiftKey ? edits.addInside : edits.addBeside,
    Delete: edits.askToRemove,
    Backspace: edits.askToRemove,
  }[key];
};

const createMoveKeys = ({ moveBy, indent, outdent }: TreeEdits): Readonly<Record<string, () => void>> => ({
  ArrowUp: () => moveBy(-1),
  ArrowDown: () => moveBy(1),
  ArrowRight: indent,
  ArrowLeft: outdent,
});
