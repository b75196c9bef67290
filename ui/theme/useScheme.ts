import { useSyncExternalStore } from 'react';
import type { Scheme } from './palette.ts';

const rootElement = document.documentElement;

const subscribeToScheme = (listener: () => void): (() => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(rootElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};

const getCurrentScheme = (): Scheme => (rootElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

export const useScheme = (): Scheme => useSyncExternalStore(subscribeToScheme, getCurrentScheme);
