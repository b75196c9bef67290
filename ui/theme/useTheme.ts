import { useLayoutEffect } from 'react';

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** Applies a theme before paint, to avoid a flash; `system` follows the OS setting. */
export const useTheme = (theme: ThemeChoice): void => {
  useLayoutEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const applyTheme = () => {
      const isDark = theme === 'dark' || (theme === 'system' && dark.matches);
      document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
    };
    applyTheme();
    dark.addEventListener('change', applyTheme);
    return () => dark.removeEventListener('change', applyTheme);
  }, [theme]);
};
