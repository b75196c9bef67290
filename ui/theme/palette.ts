/** `data-theme` on the document names the active one. */
export type Scheme = 'light' | 'dark';

/**
 * Real colours for MUI, which computes shades in JavaScript and cannot do so with CSS variables. A test keeps them equal
 * to `tokens.css`.
 */
export const palettes = {
  light: {
    canvas: '#faf8f6',
    surface: '#ffffff',
    sunken: '#f3f0ec',
    hover: '#f6f2ee',
    selected: '#fbeceb',
    hairline: '#e6e0d9',
    outline: '#8b8279',
    text: '#221e1b',
    muted: '#665e56',
    faint: '#766d64',
    primary: '#c4302b',
    'primary-strong': '#a62520',
    'on-primary': '#ffffff',
    current: '#b3261e',
    danger: '#861812',
    'danger-surface': '#fbe9e6',
    warning: '#7a4d00',
    'warning-surface': '#fdf1dc',
    success: '#1f6b3b',
    'success-surface': '#e6f3ea',
    info: '#2f5a86',
    'info-surface': '#e8f0f8',
  },
  dark: {
    canvas: '#171513',
    surface: '#1e1b19',
    sunken: '#262220',
    hover: '#292523',
    selected: '#3a2421',
    hairline: '#37322e',
    outline: '#8a8178',
    text: '#f1ede8',
    muted: '#b3aaa1',
    faint: '#a0978e',
    primary: '#cf3f38',
    'primary-strong': '#b8342e',
    'on-primary': '#ffffff',
    current: '#f28b82',
    danger: '#ffb3a8',
    'danger-surface': '#46211c',
    warning: '#f0c270',
    'warning-surface': '#3c2e14',
    success: '#8fd3a6',
    'success-surface': '#1d3526',
    info: '#a8c8ea',
    'info-surface': '#1f2f40',
  },
} as const satisfies Record<Scheme, Record<string, `#${string}`>>;
