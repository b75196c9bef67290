import { useEffect, useRef } from 'react';
import { useEvent } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { goKeys, linkOf, useMenu } from '../menu.ts';

/** How long the letter after `g` is waited for, in ms. */
const SECOND_KEY = 1500;
/** Not 0: the clock of a page starts with the page. */
const LONG_AGO = Number.NEGATIVE_INFINITY;

/** The shortcuts that work on every page; keys are read by place too, so that they work in both alphabets. */
export const useShortcuts = (onHelp: () => void): void => {
  const navigate = useNavigate();
  const menu = useMenu();
  const goPressed = useRef(LONG_AGO);
  const press = useEvent((event: KeyboardEvent) => {
    // A letter that a tree has gone to a name by is not asked for twice.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const place = performance.now() - goPressed.current < SECOND_KEY ? goKeys[event.code] : undefined;
    goPressed.current = event.code === 'KeyG' ? performance.now() : LONG_AGO;
    if (place) {
      if (menu.has(place)) void navigate(linkOf(place));
    } else if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) onHelp();
    else if (event.key === '/' || event.code === 'Slash') activate(event, '/');
    else if (event.code === 'KeyN') activate(event, 'n');
    else if (event.code === 'KeyJ' || event.code === 'KeyK') enterRows(event);
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [press]);
};

/** Focuses the field or presses the button that a page marked with a shortcut. */
const activate = (event: KeyboardEvent, shortcut: string): void => {
  // A page's own search comes before the header's.
  const marked = `[data-shortcut="${shortcut}"]`;
  const target = document.querySelector<HTMLElement>(`main ${marked}`) ?? document.querySelector<HTMLElement>(marked);
  if (!target) return;
  event.preventDefault();
  if (target instanceof HTMLInputElement) target.focus();
  else target.click();
};

/** Brings the focus to the first row from anywhere outside the table, which steps by itself from there. */
const enterRows = (event: KeyboardEvent): void => {
  const row = document.querySelector<HTMLElement>('main [data-row-link]');
  if (!row || row.closest('table')?.contains(document.activeElement)) return;
  event.preventDefault();
  row.focus();
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  Boolean(target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]'));
