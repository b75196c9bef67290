import { type MouseEvent, useContext, useEffect, useRef } from 'react';
import { useListContext, useStoreContext } from 'react-admin';
import type { ResourceName } from '#contract/records.ts';
import { useRecordQueues } from '#providers/cache/queues.ts';
import { NavigationFocusContext } from '#ui/Heading.tsx';
import { getListPath } from '../engine/resourcePaths.ts';

interface OpenedRow {
  id: number;
  /** The index in the whole list, from 0; only the editor's queue sets it. */
  place?: number;
}

/**
 * Stores the opened record and its list for the editor's queue. On return, scrolls to the record's row, on another page
 * if necessary, and focuses the row unless the user has moved the focus.
 * @returns the click handler of the rows
 */
export const useReturnToRow = (
  resource: ResourceName,
  rows: readonly { id: number }[],
  scrollToRow: (index: number) => void,
): ((event: MouseEvent<HTMLElement>) => void) => {
  const { getItem, setItem, removeItem } = useStoreContext();
  const { previousPath: getPreviousPath } = useContext(NavigationFocusContext);
  const queues = useRecordQueues();
  const { page, perPage, setPage, filterValues, sort, total = 0, isPlaceholderData } = useListContext();
  const key = `opened.${resource}`;
  const hasReturned = useRef(false);
  const hasTurned = useRef(false);
  useEffect(() => {
    if (hasReturned.current || isPlaceholderData || rows.length === 0) return;
    const openedRow = getItem<OpenedRow | null>(key, null) ?? null;
    const index = rows.findIndex(({ id }) => id === openedRow?.id);
    const isBack =
      getPreviousPath()?.startsWith(`${getListPath(resource)}/${openedRow?.id}`) && isFocusFree(document.activeElement);
    const targetPage = findPageToOpen(openedRow, perPage, page);
    if (isBack && index < 0 && targetPage !== null) {
      if (!hasTurned.current) setPage(targetPage);
      hasTurned.current = true;
      return;
    }
    hasReturned.current = true;
    removeItem(key);
    if (index < 0 || !isBack) return;
    scrollToRow(index);
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>(`tr[data-id="${openedRow?.id}"] [data-row-link]`)?.focus();
    });
  });
  return ({ target }) => {
    const row = target instanceof Element && !target.closest('[data-pick]') ? target.closest('tr[data-id]') : null;
    if (!(row instanceof HTMLElement)) return;
    const openedId = Number(row.dataset['id']);
    setItem(key, { id: openedId } satisfies OpenedRow);
    const ids = rows.map(({ id }) => id);
    queues.write(resource, {
      filter: filterValues ?? {},
      sort,
      ids,
      from: (page - 1) * perPage,
      total,
      opened: openedId,
    });
  };
};

/** Null when the page is unknown or already open. */
const findPageToOpen = (openedRow: OpenedRow | null, perPage: number, page: number): number | null => {
  if (openedRow?.place === undefined) return null;
  const targetPage = Math.floor(openedRow.place / perPage) + 1;
  return targetPage === page ? null : targetPage;
};

/** True while the focus is on the body or on the heading, which receives the focus on each page change. */
const isFocusFree = (focused: Element | null): boolean => focused === document.body || focused?.tagName === 'H1';
