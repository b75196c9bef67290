import { useEffect } from 'react';
import { useStore } from 'react-admin';

export const themes = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themes)[number];
export const densities = ['comfortable', 'dense'] as const;
export type Density = (typeof densities)[number];

/** Puts the chosen theme and density on the document, following the system where that is the choice. */
export const useAppearance = (): void => {
  const [theme] = useStore<ThemeChoice>('preferences.theme', 'system');
  const [density] = useStore<Density>('preferences.density', 'comfortable');
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      const isDark = theme === 'dark' || (theme === 'system' && dark.matches);
      document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
    };
    apply();
    dark.addEventListener('change', apply);
    return () => dark.removeEventListener('change', apply);
  }, [theme]);
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
};
