import { useEffect, useRef } from 'react';
import { useEvent } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { getLink, NAVIGATION_KEYS, useMenu } from '../menu.ts';

/** Maximum pause between the keys of a sequence, in ms. */
const SEQUENCE_TIMEOUT_MS = 1500;
/**
 * Not 0, because `performance.now()` starts at 0 when the page loads, so a key pressed in the first seconds would
 * match.
 */
const LONG_AGO = Number.NEGATIVE_INFINITY;

/** Shortcuts of every page. Matched by `event.code`, so that they work in the Russian layout too. */
export const useShortcuts = (onHelp: () => void): void => {
  const navigate = useNavigate();
  const menu = useMenu();
  const goPressed = useRef(LONG_AGO);
  const handleKeyDown = useEvent((event: KeyboardEvent) => {
    // The tree calls `preventDefault` when it has used the key for type-ahead.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
    const section =
      performance.now() - goPressed.current < SEQUENCE_TIMEOUT_MS ? NAVIGATION_KEYS[event.code] : undefined;
    goPressed.current = event.code === 'KeyG' ? performance.now() : LONG_AGO;
    if (section) {
      if (menu.some(({ entry }) => entry?.section === section)) void navigate(getLink(section));
    } else if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) onHelp();
    else if (event.key === '/' || event.code === 'Slash') activateShortcut(event, '/');
    else if (event.code === 'KeyN') activateShortcut(event, 'n');
    else if (event.code === 'KeyJ' || event.code === 'KeyK') focusFirstRow(event);
  });
  useEffect(() => {
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [handleKeyDown]);
};

const activateShortcut = (event: KeyboardEvent, shortcut: string): void => {
  // A search field in the page takes precedence over the search field in the header.
  const selector = `[data-shortcut="${shortcut}"]`;
  const target =
    document.querySelector<HTMLElement>(`main ${selector}`) ?? document.querySelector<HTMLElement>(selector);
  if (!target) return;
  event.preventDefault();
  if (target instanceof HTMLInputElement) target.focus();
  else target.click();
};

/** Handles only the first `j` or `k`; once a row has focus, the table handles these keys itself. */
const focusFirstRow = (event: KeyboardEvent): void => {
  const row = document.querySelector<HTMLElement>('main [data-row-link]');
  if (!row || row.closest('table')?.contains(document.activeElement)) return;
  event.preventDefault();
  row.focus();
};

/** A dialog has the keys to itself, wherever in it the focus is: the frame around it gets the focus, too. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('[role=dialog]') !== null ||
  (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role=menu]') !== null);
