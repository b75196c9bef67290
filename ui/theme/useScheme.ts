import { useSyncExternalStore } from 'react';
import type { Scheme } from './palette.ts';

const root = document.documentElement;

const subscribeToScheme = (listener: () => void): (() => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(root, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};

const getCurrentScheme = (): Scheme => (root.dataset['theme'] === 'dark' ? 'dark' : 'light');

export const useScheme = (): Scheme => useSyncExternalStore(subscribeToScheme, getCurrentScheme);
