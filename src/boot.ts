import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isContentPath } from '#contract/addresses.ts';
import { STORAGE_VERSION } from '#contract/limits.ts';
import { applyStorageVersion } from '#providers/session/storedVersion.ts';
import { App, createRouter } from './App.tsx';
import { config } from './config.ts';
import { loadApplication } from './loadApplication.ts';
import { reporter } from './reporter.ts';
import { openSession } from './session.ts';
import { createStartup } from './startup.ts';
import { sharedStorage } from './storage.ts';
import '#ui/theme/base.css';

/** `location.assign` with the current URL, or one that differs only in its hash, would not load a new document. */
const loadDocument = (address: string): void => {
  if (new URL(address, window.location.href).href === window.location.href) window.location.reload();
  else window.location.assign(address);
};

const session = openSession();
await applyStorageVersion({ storage: sharedStorage, session, version: STORAGE_VERSION });
const loadServices = async () => {
  const { createServices } = await loadApplication();
  return createServices({ session, socketUrl: config.socketUrl, loadDocument });
};

// The back/forward cache may restore a page from before a sign-in or sign-out, so such a page is reloaded.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isContentPath(window.location.pathname) !== session.isSignedIn()) window.location.reload();
});

const rootElement = document.getElementById('root');
if (!rootElement) throw new Error('the page has no #root');
createRoot(rootElement, {
  onUncaughtError: (error, { componentStack }) => reporter.report(error, { source: 'application', componentStack }),
}).render(
  createElement(StrictMode, null, createElement(App, { router: createRouter(createStartup(session, loadServices)) })),
);
