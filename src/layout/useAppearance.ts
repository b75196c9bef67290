import { useEffect } from 'react';
import { useStore } from 'react-admin';
import { type ThemeChoice, useTheme } from '#ui/theme/useTheme.ts';

export const densities = ['comfortable', 'dense'] as const;
export type Density = (typeof densities)[number];

export const useAppearance = (): void => {
  const [theme] = useStore<ThemeChoice>('preferences.theme', 'system');
  const [density] = useStore<Density>('preferences.density', 'comfortable');
  useTheme(theme);
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
};
