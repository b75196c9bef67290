import { type MouseEvent, useContext, useEffect, useRef } from 'react';
import { useStoreContext } from 'react-admin';
import type { ResourceName } from '#contract/records.ts';
import { listAddress } from '../addresses.ts';
import { ArrivalContext } from '../ui/Heading.tsx';

/**
 * Remembers which record was opened from a list; back from it, brings its row into sight and the focus
 * to it, unless the person put the focus elsewhere. @returns what hears the clicks on the rows
 */
export const useReturn = (
  resource: ResourceName,
  rows: readonly { id: number }[],
  bringIntoSight: (index: number) => void,
): ((event: MouseEvent<HTMLElement>) => void) => {
  const { getItem, setItem, removeItem } = useStoreContext();
  const { from } = useContext(ArrivalContext);
  const key = `opened.${resource}`;
  const hasReturned = useRef(false);
  useEffect(() => {
    if (hasReturned.current || rows.length === 0) return;
    hasReturned.current = true;
    const opened = getItem<number | null>(key, null);
    removeItem(key);
    const index = rows.findIndex(({ id }) => id === opened);
    const isBack = from()?.startsWith(`${listAddress(resource)}/${opened}`);
    if (index < 0 || !isBack || !isFree(document.activeElement)) return;
    bringIntoSight(index);
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>(`tr[data-id="${opened}"] [data-row-link]`)?.focus();
    });
  });
  return ({ target }) => {
    const id = target instanceof Element ? target.closest<HTMLElement>('tr[data-id]')?.dataset['id'] : undefined;
    if (id) setItem(key, Number(id));
  };
};

/** Whether nobody put the focus there: nothing holds it, or the heading, which takes it with each change of the page. */
const isFree = (focused: Element | null): boolean => focused === document.body || focused?.tagName === 'H1';
