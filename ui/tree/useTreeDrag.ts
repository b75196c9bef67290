import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useEvent } from 'react-admin';
import { ROW_HEIGHTS } from './TreeView.tsx';
import type { TreeState } from './useTree.ts';

export interface TreeDrop {
  id: number;
  where: 'before' | 'after' | 'first' | 'last';
}

interface DragOptions {
  tree: TreeState;
  treeRef: RefObject<HTMLDivElement | null>;
  isRefused: (draggedId: number, drop: TreeDrop) => boolean;
  onDrop: (draggedId: number, drop: TreeDrop) => void;
}

interface TreeDrag {
  draggedId: number | null;
  drop: (TreeDrop & { isRefused: boolean }) | null;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

const DRAG_THRESHOLD_PX = 5;
const EDGE_PX = 32;
const SCROLL_STEP_PX = 10;
const OPEN_DELAY_MS = 600;

/**
 * Drag and drop for mouse and pen; touch scrolls. The row is computed from the fixed row height rather than the DOM,
 * because the dragged row may be unmounted while scrolling. Escape cancels.
 */
export const useTreeDrag = ({ tree, treeRef, isRefused, onDrop }: DragOptions): TreeDrag => {
  const [draggedId, setDraggedId] = useState<number | null>(null);
  const [drop, setDrop] = useState<TreeDrag['drop']>(null);
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);
  useOpeningBranch(tree, drop);

  const hover = useEvent((id: number, y: number) => {
    const scroller = treeRef.current;
    const next = scroller && findDrop(tree, scroller, y);
    setDrop(next && next.id !== id ? { ...next, isRefused: isRefused(id, next) } : null);
  });
  const finish = useEvent((id: number) => {
    if (drop && !drop.isRefused) onDrop(id, drop);
  });
  return {
    draggedId,
    drop,
    onPointerDown: event => {
      const { target, button, pointerType } = event;
      const row = target instanceof Element && !target.closest('input, button') ? target.closest('[data-node]') : null;
      if (!(row instanceof HTMLElement) || button !== 0 || pointerType === 'touch' || tree.isSearching) return;
      end.current?.();
      const id = Number(row.dataset['node']);
      end.current = followPointer(event, {
        onStart: () => setDraggedId(id),
        onMove: y => hover(id, y),
        onRest: y => {
          if (treeRef.current && scrollBy(treeRef.current, y)) hover(id, y);
        },
        onRelease: () => finish(id),
        onEnd: () => {
          setDraggedId(null);
          setDrop(null);
        },
      });
    },
  };
};

interface FollowHandlers {
  onStart: () => void;
  onMove: (y: number) => void;
  /** Called every animation frame during a drag, so that auto-scroll continues while the pointer rests. */
  onRest: (y: number) => void;
  onRelease: () => void;
  /** Called when the press ends in any way, even if it never became a drag. */
  onEnd: () => void;
}

const followPointer = (startPoint: { clientX: number; clientY: number }, handlers: FollowHandlers): (() => void) => {
  const abortController = new AbortController();
  const { signal } = abortController;
  let isDragging = false;
  let y = startPoint.clientY;
  let frame = 0;
  const rest = () => {
    handlers.onRest(y);
    frame = requestAnimationFrame(rest);
  };
  const stop = () => {
    cancelAnimationFrame(frame);
    abortController.abort();
    handlers.onEnd();
  };
  const follow = (event: globalThis.PointerEvent) => {
    y = event.clientY;
    if (!isDragging && Math.hypot(event.clientX - startPoint.clientX, y - startPoint.clientY) < DRAG_THRESHOLD_PX)
      return;
    if (!isDragging) {
      isDragging = true;
      handlers.onStart();
      rest();
    }
    handlers.onMove(y);
  };
  const release = () => {
    if (isDragging) handlers.onRelease();
    stop();
  };
  const escape = (event: KeyboardEvent) => {
    if (!isDragging || event.key !== 'Escape') return;
    event.stopPropagation();
    stop();
  };
  window.addEventListener('pointermove', follow, { signal });
  window.addEventListener('pointerup', release, { signal });
  window.addEventListener('pointercancel', stop, { signal });
  window.addEventListener('keydown', escape, { signal, capture: true });
  return stop;
};

/** Lets users drop into a branch that was closed when the drag began. */
const useOpeningBranch = (tree: TreeState, drop: TreeDrop | null): void => {
  const closedParentId = drop?.where === 'last' && !tree.isOpen(drop.id) ? drop.id : null;
  const open = useEvent((id: number) => tree.setOpen([id], true));
  useEffect(() => {
    if (closedParentId === null) return undefined;
    const timer = setTimeout(() => open(closedParentId), OPEN_DELAY_MS);
    return () => clearTimeout(timer);
  }, [closedParentId, open]);
};

const findDrop = ({ rows, isOpen }: TreeState, scroller: HTMLElement, y: number): TreeDrop | null => {
  const offset =
    (y - scroller.getBoundingClientRect().top - scroller.clientTop + scroller.scrollTop) / ROW_HEIGHTS.tree;
  if (offset >= rows.length) {
    const last = rows.findLast(({ level }) => level === 1);
    return last ? { id: last.node.id, where: 'after' } : null;
  }
  const row = rows[Math.max(0, Math.floor(offset))];
  if (!row) return null;
  const { id, children } = row.node;
  const fraction = offset - Math.floor(offset);
  if (fraction < 0.25) return { id, where: 'before' };
  if (fraction <= 0.75) return { id, where: 'last' };
  return { id, where: children.length > 0 && isOpen(id) ? 'first' : 'after' };
};

const scrollBy = (scroller: HTMLElement, y: number): boolean => {
  const { top, bottom } = scroller.getBoundingClientRect();
  const step = y < top + EDGE_PX ? -SCROLL_STEP_PX : y > bottom - EDGE_PX ? SCROLL_STEP_PX : 0;
  scroller.scrollTop += step;
  return step !== 0;
};
