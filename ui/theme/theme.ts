import { alpha, createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';
import { deepmerge } from '@mui/utils';
import { palettes, type Scheme } from './palette.ts';

/** Real colours instead of variables, because MUI computes shades from them. */
const createPalette = (scheme: Scheme): ThemeOptions['palette'] => {
  const colours = palettes[scheme];
  const kind = (name: 'danger' | 'warning' | 'success' | 'info') => ({
    main: colours[name],
    dark: colours[name],
    light: colours[`${name}-surface`],
    contrastText: colours.surface,
  });
  return {
    mode: scheme,
    primary: {
      main: colours.primary,
      dark: colours['primary-strong'],
      light: colours.current,
      contrastText: colours['on-primary'],
    },
    // Red is reserved for the main action and the current location, so other accents use the text colour.
    secondary: { main: colours.text, dark: colours.text, light: colours.muted, contrastText: colours.surface },
    error: kind('danger'),
    warning: kind('warning'),
    success: kind('success'),
    info: kind('info'),
    text: { primary: colours.text, secondary: colours.muted, disabled: colours.faint },
    background: { default: colours.canvas, paper: colours.surface },
    divider: colours.hairline,
    action: {
      active: colours.muted,
      hover: colours.hover,
      selected: colours.selected,
      focus: colours.hover,
      disabled: alpha(colours.text, 0.4),
      disabledBackground: colours.sunken,
    },
  };
};

/** Shared by both schemes. Styles may use the variables of `tokens.css`, which are resolved by the browser. */
const commonOptions: ThemeOptions = {
  typography: {
    fontFamily: 'var(--font)',
    fontSize: 14,
    body1: { fontSize: 14, lineHeight: '20px' },
    body2: { fontSize: 13, lineHeight: '18px' },
    caption: { fontSize: 12, lineHeight: '16px' },
    h1: { fontSize: 20, lineHeight: '28px', fontWeight: 600 },
    h2: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
    button: { fontSize: 14, lineHeight: '20px', fontWeight: 500, textTransform: 'none', letterSpacing: 0 },
  },
  shape: { borderRadius: 6 },
  spacing: 4,
  transitions: { duration: { shortest: 120, shorter: 120, short: 140, standard: 160, complex: 180 } },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiIconButton: { defaultProps: { size: 'small' }, styleOverrides: { root: { borderRadius: 6 } } },
    MuiTextField: { defaultProps: { size: 'small', variant: 'outlined', fullWidth: true, margin: 'none' } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          background: 'var(--surface)',
          '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--text)' },
          // Red is reserved for errors and the main action, so focus has its own colour.
          '&.Mui-focused:not(.Mui-error) .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--focus)' },
        },
        notchedOutline: { borderColor: 'var(--outline)' },
        input: { padding: '7px 10px', height: 20, '&::placeholder': { color: 'var(--muted)', opacity: 1 } },
        multiline: { padding: '7px 10px' },
        inputMultiline: { padding: 0 },
      },
    },
    MuiInputLabel: { styleOverrides: { root: { '&.Mui-focused:not(.Mui-error)': { color: 'var(--focus)' } } } },
    MuiFormHelperText: { styleOverrides: { root: { margin: '4px 0 0' } } },
    MuiTooltip: { defaultProps: { enterDelay: 400 } },
    MuiPaper: { defaultProps: { elevation: 0 } },
    MuiMenu: { styleOverrides: { paper: createFloatingStyle() } },
    MuiPopover: { styleOverrides: { paper: createFloatingStyle() } },
    MuiAutocomplete: {
      styleOverrides: {
        paper: createFloatingStyle(),
        inputRoot: {
          '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall': { padding: '3px 40px 3px 6px', minHeight: 34 },
          '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall .MuiAutocomplete-input': { padding: '4px' },
        },
      },
    },
    MuiChip: {
      defaultProps: { size: 'small' },
      styleOverrides: { root: { background: 'var(--sunken)', borderRadius: 6, height: 24, fontSize: 13 } },
    },
    MuiDrawer: { styleOverrides: { paper: { backgroundImage: 'none' } } },
    MuiDialog: { styleOverrides: { paper: { boxShadow: 'var(--shadow)', backgroundImage: 'none' } } },
    // A menu clips its overflow, so the outline goes inside.
    MuiMenuItem: { styleOverrides: { root: { fontSize: 14, minHeight: 34, outlineOffset: '-2px !important' } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
  },
};

function createFloatingStyle() {
  return { border: '1px solid var(--hairline)', boxShadow: 'var(--shadow)', backgroundImage: 'none' };
}

export const createSchemeTheme = (scheme: Scheme, overrides: ThemeOptions = {}): Theme =>
  createTheme(deepmerge({ ...commonOptions, palette: createPalette(scheme) }, overrides));

/** Created once: a new theme object would make MUI regenerate all styles. */
export const themes: Readonly<Record<Scheme, Theme>> = {
  light: createSchemeTheme('light'),
  dark: createSchemeTheme('dark'),
};
