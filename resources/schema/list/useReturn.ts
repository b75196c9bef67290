import { type MouseEvent, useEffect, useRef } from 'react';
import { useStoreContext } from 'react-admin';

/**
 * Remembers which record was opened from a list; back from it, brings its row into sight and the focus
 * to it, unless the focus went somewhere of its own. @returns what hears the clicks on the rows
 */
export const useReturn = (
  resource: string,
  rows: readonly { id: number }[],
  bringIntoSight: (index: number) => void,
): ((event: MouseEvent<HTMLElement>) => void) => {
  const { getItem, setItem, removeItem } = useStoreContext();
  const key = `opened.${resource}`;
  const hasReturned = useRef(false);
  useEffect(() => {
    if (hasReturned.current || rows.length === 0) return;
    hasReturned.current = true;
    const opened = getItem<number | null>(key, null);
    removeItem(key);
    const index = rows.findIndex(({ id }) => id === opened);
    if (index < 0 || document.activeElement !== document.body) return;
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
