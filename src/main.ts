import { STORAGE_VERSION } from '#contract/limits.ts';
import { ChunkError } from '#providers/http/chunks.ts';
import { isServed } from '#providers/http/isReachable.ts';
import { createNewBuild } from '#providers/http/staleBundle.ts';
import { rememberAddress } from '#providers/session/returnAddress.ts';
import { keepVersion } from '#providers/session/storedVersion.ts';
import { afterLoading } from './afterLoading.ts';
import { application, enter, LOGIN, rootElement } from './enter.ts';
import { reporter } from './reporter.ts';
import { session } from './session.ts';

/** This page may be older than the files that are served: nothing can be unsaved in it yet. */
const newBuild = createNewBuild({
  unsaved: { has: () => false, letGo: () => undefined },
  storage: window.sessionStorage,
  leaveFor: () => window.location.reload(),
  isServed,
});

/** §2: every address but the public ones needs a session; the one asked for is remembered. */
const start = async (): Promise<void> => {
  await keepVersion({ storage: window.localStorage, session: session(), version: STORAGE_VERSION });
  const outcome = await open();
  if (outcome !== 'closed') return;
  if (session().isSignedIn()) {
    await sayThatItFailed();
    return;
  }
  rememberAddress(window.localStorage, window.location);
  window.location.replace(LOGIN);
};

/** Whether the application stands, which it cannot without a session, a profile and its files; or the page is left for it. */
const open = async (): Promise<'open' | 'left' | 'closed'> => {
  if (!session().isSignedIn()) return 'closed';
  try {
    if (!(await enter(rootElement()))) return 'closed';
    newBuild.allow(String(application));
    return 'open';
  } catch (error) {
    reporter.report(error, { place: 'start' });
    return error instanceof ChunkError && (await newBuild.moveFor(error.chunk)) ? 'left' : 'closed';
  }
};

const sayThatItFailed = async (): Promise<void> => {
  try {
    const { showFailure } = await import('./public/failure.ts');
    await showFailure(rootElement());
  } catch {
    // Its own file is missing too: the words that stand in the page have to do.
    document.getElementById('late')?.setAttribute('data-now', '');
  }
};

afterLoading(start);
