import type { KeyboardEvent } from 'react';

/** `j` and `k` (or the arrows) move the focus between rows; keys are read by place, for both alphabets. */
export const rowStep = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { KeyJ: 1, ArrowDown: 1, KeyK: -1, ArrowUp: -1 }[event.code];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = links[at < 0 ? 0 : at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.closest('tr')?.scrollIntoView({ block: 'nearest' });
};
