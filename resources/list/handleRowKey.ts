import type { KeyboardEvent } from 'react';

/**
 * `j` and `k` (or the arrows) move between rows, Space toggles the focused row, and Shift+Space extends the range. Keys
 * match by physical position, so that they also work in a Russian layout.
 */
export const handleRowKey = (event: KeyboardEvent<HTMLElement>, pick: (id: number, isRange: boolean) => void): void => {
  // React events also bubble from dialogs that a row opens outside the table.
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
  if (event.code === 'Space') return pickFocusedRow(event, pick);
  const step = { KeyJ: 1, ArrowDown: 1, KeyK: -1, ArrowUp: -1 }[event.code];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const row = document.activeElement?.closest('tr');
  const rowIndex = links.findIndex(link => link.closest('tr') === row);
  const next = links[rowIndex < 0 ? 0 : rowIndex + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.closest('tr')?.scrollIntoView({ block: 'nearest' });
};

const pickFocusedRow = (event: KeyboardEvent<HTMLElement>, pick: (id: number, isRange: boolean) => void): void => {
  const link = event.target instanceof Element ? event.target.closest('[data-row-link]') : null;
  const id = link?.closest<HTMLElement>('tr[data-id]')?.dataset['id'];
  if (!id) return;
  event.preventDefault();
  pick(Number(id), event.shiftKey);
};
