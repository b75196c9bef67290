import { useSyncExternalStore } from 'react';
import type { Scheme } from './palette.ts';

const root = document.documentElement;

const onChange = (listener: () => void): (() => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(root, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};

const currentScheme = (): Scheme => (root.dataset['theme'] === 'dark' ? 'dark' : 'light');

export const useScheme = (): Scheme => useSyncExternalStore(onChange, currentScheme);
