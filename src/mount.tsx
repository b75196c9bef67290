import { StrictMode } from 'react';
import { createRoot, type RootOptions } from 'react-dom/client';
import type { Early } from '#providers/early.ts';
import { App } from './App.tsx';
import { config } from './config.ts';
import { reporter } from './reporter.ts';
import { createServices } from './services.ts';
import { session } from './session.ts';
import './theme/base.css';

/** Starts the application of a signed-in person in an element of the document; false when nobody could be told. */
export const mount = async (root: HTMLElement, early: Early): Promise<boolean> => {
  const services = await createServices({
    session,
    early,
    socketUrl: config.socketUrl,
    leaveFor,
  });
  if (!services) return false;
  root.replaceChildren();
  createRoot(root, { onUncaughtError: reportUncaught }).render(
    <StrictMode>
      <App services={services} />
    </StrictMode>,
  );
  window.setTimeout(reporter.start, REPORTER_DELAY);
  return true;
};

/** Milliseconds after the start at which the reporter is loaded: the first screen comes before it. */
const REPORTER_DELAY = 3000;

const reportUncaught: NonNullable<RootOptions['onUncaughtError']> = (error, { componentStack }) =>
  reporter.report(error, { place: 'application', componentStack });

/** An address that differs from this one in nothing would not be left for. */
const leaveFor = (address: string): void => {
  if (new URL(address, window.location.href).href === window.location.href) window.location.reload();
  else window.location.assign(address);
};
