import { loadChunk } from '#providers/chunks.ts';
import { createEarly } from '#providers/early.ts';
import { config } from './config.ts';
import { session } from './session.ts';

export const LOGIN = '/login';

/** The part of the build that the application is; its text names the file. */
export const application = () => import('./mount.tsx');

const early = createEarly({ baseUrl: config.apiBase, token: session.accessToken });

/** What every visit asks for first; their endpoints are part of the application. */
const FIRST = ['/profile', '/navigation'] as const;

/**
 * Loads the application and mounts it in this document; false when the profile cannot be had.
 * @throws ChunkError when the application's files cannot be loaded
 */
export const enter = async (root: HTMLElement): Promise<boolean> => {
  early.ask(...FIRST);
  const { mount } = await loadChunk(application);
  const isMounted = await mount(root, early);
  if (isMounted) window.addEventListener('pageshow', leaveWhenSignedOut);
  return isMounted;
};

/** The browser's "back" brings whole pages back from memory: not those of somebody who has signed out. */
const leaveWhenSignedOut = ({ persisted }: PageTransitionEvent): void => {
  if (persisted && !session.isSignedIn()) window.location.replace(LOGIN);
};

/** The element that the application fills. */
export const rootElement = (): HTMLElement => {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  return root;
};
