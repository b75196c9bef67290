import { RECORD_PAGE } from '#contract/addresses.ts';
import type { FirstList } from '#contract/firstLists.ts';
import { loadChunk } from '#providers/http/chunks.ts';
import { createEarly } from '#providers/http/early.ts';
import { firstCalls } from '#providers/http/firstCalls.ts';
import { config } from './config.ts';
import { session } from './session.ts';

export const LOGIN = '/login';

/** The part of the build that the application is; its text names the file. */
export const application = () => import('./mount.tsx');

/** What the page of a record is drawn by: it comes while the application runs, which would ask for it only then. */
const editor = () => import('#resources/form/EditScreen.tsx');

const early = createEarly({ baseUrl: config.apiBase, token: () => session().accessToken() });

/** Written here by the build (`vite.config.ts`); their endpoints are part of the application. */
declare const FIRST_LISTS: readonly FirstList[];

/** How long the application's code waits at most to be run, in ms: while it runs the page sends nothing. */
const PATIENCE = 200;

/** Asks for what every visit begins with, and, once it is known whose visit it is, for the list at the address. */
const askFirst = async (): Promise<void> => {
  void early.ask('/navigation');
  const profile = await early.ask('/profile');
  for (const call of firstCalls(FIRST_LISTS, window.location, profile)) void early.ask(call);
};

/**
 * Loads the application and mounts it in this document; false when the profile cannot be had.
 * @throws ChunkError when the application's files cannot be loaded
 */
export const enter = async (root: HTMLElement): Promise<boolean> => {
  const asked = askFirst();
  // Here nobody waits for it yet.
  void import('react-dom/client').catch(() => undefined);
  await Promise.race([asked, new Promise(late => void setTimeout(late, PATIENCE))]);
  if (RECORD_PAGE.test(window.location.pathname)) void editor().catch(() => undefined);
  const { mount } = await loadChunk(application);
  const isMounted = await mount(root, early);
  if (isMounted) window.addEventListener('pageshow', leaveWhenSignedOut);
  return isMounted;
};

/** The browser's "back" brings whole pages back from memory: not those of somebody who has signed out. */
const leaveWhenSignedOut = ({ persisted }: PageTransitionEvent): void => {
  if (persisted && !session().isSignedIn()) window.location.replace(LOGIN);
};

/** The element that the application fills. */
export const rootElement = (): HTMLElement => {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  return root;
};
