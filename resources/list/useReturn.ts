import { type MouseEvent, useContext, useEffect, useRef } from 'react';
import { useListContext, useStoreContext } from 'react-admin';
import type { ResourceName } from '#contract/records.ts';
import { useQueues } from '#providers/cache/queues.ts';
import { ArrivalContext } from '#ui/Heading.tsx';
import { listAddress } from '../engine/addresses.ts';

/** The record that was opened last, by the list or by the editor's way through it. */
interface Opened {
  id: number;
  /** Its place in the whole list, from 0, where the editor knows it. */
  place?: number;
}

/**
 * Remembers which record was opened from a list, and the list with it, which the editor leads through; back from
 * it, brings its row into sight and the focus to it, on another page if it stands there, unless the person put the
 * focus elsewhere. @returns what hears the clicks on the rows
 */
export const useReturn = (
  resource: ResourceName,
  rows: readonly { id: number }[],
  bringIntoSight: (index: number) => void,
): ((event: MouseEvent<HTMLElement>) => void) => {
  const { getItem, setItem, removeItem } = useStoreContext();
  const { from } = useContext(ArrivalContext);
  const queues = useQueues();
  const { page, perPage, setPage, filterValues, sort, total = 0, isPlaceholderData } = useListContext();
  const key = `opened.${resource}`;
  const hasReturned = useRef(false);
  const hasTurned = useRef(false);
  useEffect(() => {
    if (hasReturned.current || isPlaceholderData || rows.length === 0) return;
    const opened = getItem<Opened | null>(key, null) ?? null;
    const index = rows.findIndex(({ id }) => id === opened?.id);
    const isBack = from()?.startsWith(`${listAddress(resource)}/${opened?.id}`) && isFree(document.activeElement);
    const there = pageOf(opened, perPage, page);
    if (isBack && index < 0 && there !== null) {
      if (!hasTurned.current) setPage(there);
      hasTurned.current = true;
      return;
    }
    hasReturned.current = true;
    removeItem(key);
    if (index < 0 || !isBack) return;
    bringIntoSight(index);
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>(`tr[data-id="${opened?.id}"] [data-row-link]`)?.focus();
    });
  });
  return ({ target }) => {
    const row = target instanceof Element && !target.closest('[data-pick]') ? target.closest('tr[data-id]') : null;
    if (!(row instanceof HTMLElement)) return;
    const opened = Number(row.dataset['id']);
    setItem(key, { id: opened } satisfies Opened);
    const ids = rows.map(({ id }) => id);
    queues.write(resource, { filter: filterValues ?? {}, sort, ids, from: (page - 1) * perPage, total, opened });
  };
};

/** The page on which a record stands, null when it is not known or is this one. */
const pageOf = (opened: Opened | null, perPage: number, page: number): number | null => {
  if (opened?.place === undefined) return null;
  const there = Math.floor(opened.place / perPage) + 1;
  return there === page ? null : there;
};

/** Whether nobody put the focus there: nothing holds it, or the heading, which takes it with each change of the page. */
const isFree = (focused: Element | null): boolean => focused === document.body || focused?.tagName === 'H1';
