import { STORAGE_VERSION } from '#contract/limits.ts';
import { rememberAddress } from '#providers/returnAddress.ts';
import { keepVersion } from '#providers/storedVersion.ts';
import { enter, LOGIN, rootElement } from './enter.ts';
import { reporter } from './reporter.ts';
import { session } from './session.ts';

/** §2: every address but the public ones needs a session; the one asked for is remembered. */
const start = async (): Promise<void> => {
  await keepVersion({ storage: window.localStorage, session, version: STORAGE_VERSION });
  if (await opens()) return;
  if (session.isSignedIn()) {
    const { showFailure } = await import('./public/failure.ts');
    await showFailure(rootElement());
    return;
  }
  rememberAddress(window.localStorage, window.location);
  window.location.replace(LOGIN);
};

/** Whether the application stands; it cannot without a session, a profile and its files. */
const opens = async (): Promise<boolean> => {
  if (!session.isSignedIn()) return false;
  try {
    return await enter(rootElement());
  } catch (error) {
    reporter.report(error, { place: 'start' });
    return false;
  }
};

void start();
