import { useLayoutEffect } from 'react';

export const themes = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themes)[number];

/** Puts a theme on the document, following the system where that is the choice. */
export const useTheme = (theme: ThemeChoice): void => {
  useLayoutEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      const isDark = theme === 'dark' || (theme === 'system' && dark.matches);
      document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
    };
    apply();
    dark.addEventListener('change', apply);
    return () => dark.removeEventListener('change', apply);
  }, [theme]);
};
