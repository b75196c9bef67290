import { matchPath } from 'react-router-dom';
import { HOME } from '#contract/addresses.ts';

/** Pages whose work is still to come, by their path below `/content`; the menus leave them out. */
export const awaiting = [
  ['history', 'history'],
  ['synchronization', 'synchronization'],
  ['users/*', 'users'],
  ['roles/*', 'roles'],
] as const;

/** Whether nothing but the announcement of a page stands at an address. */
export const isAwaiting = (link: string): boolean =>
  awaiting.some(([path]) => matchPath(`${HOME}/${path}`, link) !== null);
