import { StrictMode } from 'react';
import { createRoot, type RootOptions } from 'react-dom/client';
import type { Early } from '#providers/http/early.ts';
import { preloadList } from '#resources/engine/defineResource.tsx';
import { LIST_AGE } from '#resources/list/readList.ts';
import { App } from './App.tsx';
import { config } from './config.ts';
import { readFirst } from './readFirst.ts';
import { reporter } from './reporter.ts';
import { createServices } from './services.ts';
import { session } from './session.ts';
import '#ui/theme/base.css';

/** Starts the application of a signed-in person in an element of the document; false when nobody could be told. */
export const mount = async (root: HTMLElement, early: Early): Promise<boolean> => {
  const services = await createServices({
    session: session(),
    early,
    socketUrl: config.socketUrl,
    leaveFor,
  });
  if (!services) return false;
  await Promise.race([Promise.all([readFirst(services, window.location), preloadList()]), sleep(FIRST_WAIT)]);
  root.replaceChildren();
  createRoot(root, { onUncaughtError: reportUncaught }).render(
    <StrictMode>
      <App services={services} />
    </StrictMode>,
  );
  window.setTimeout(early.forget, LIST_AGE);
  window.setTimeout(reporter.start, REPORTER_DELAY);
  return true;
};

/**
 * How long the first drawing waits at most for what it is to show, in ms: where that comes at once, a screen that is
 * drawn once is there sooner than one that is drawn empty before.
 */
const FIRST_WAIT = 100;

const sleep = (ms: number) => new Promise(done => void setTimeout(done, ms));

/** Milliseconds after the start at which the reporter is loaded: the first screen comes before it. */
const REPORTER_DELAY = 3000;

const reportUncaught: NonNullable<RootOptions['onUncaughtError']> = (error, { componentStack }) =>
  reporter.report(error, { place: 'application', componentStack });

/** An address that differs from this one in nothing would not be left for. */
const leaveFor = (address: string): void => {
  if (new URL(address, window.location.href).href === window.location.href) window.location.reload();
  else window.location.assign(address);
};
