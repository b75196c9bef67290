import { createTheme, THEME_ID, type ThemeOptions } from '@mui/material/styles';

const options: ThemeOptions = {
  cssVariables: { nativeColor: true, disableCssColorScheme: true },
  palette: {
    primary: {
      main: 'var(--primary)',
      dark: 'var(--primary-strong)',
      light: 'var(--current)',
      contrastText: 'var(--on-primary)',
    },
    error: {
      main: 'var(--danger)',
      dark: 'var(--danger)',
      light: 'var(--danger-surface)',
      contrastText: 'var(--surface)',
    },
    warning: {
      main: 'var(--warning)',
      dark: 'var(--warning)',
      light: 'var(--warning-surface)',
      contrastText: 'var(--surface)',
    },
    success: {
      main: 'var(--success)',
      dark: 'var(--success)',
      light: 'var(--success-surface)',
      contrastText: 'var(--surface)',
    },
    info: {
      main: 'var(--info)',
      dark: 'var(--info)',
      light: 'var(--info-surface)',
      contrastText: 'var(--surface)',
    },
    text: { primary: 'var(--text)', secondary: 'var(--muted)', disabled: 'var(--faint)' },
    background: { default: 'var(--canvas)', paper: 'var(--surface)' },
    divider: 'var(--hairline)',
    action: {
      active: 'var(--muted)',
      hover: 'var(--hover)',
      selected: 'var(--selected)',
      focus: 'var(--hover)',
      // The library's own is black in the dark too.
      disabled: 'color-mix(in srgb, var(--text) 40%, transparent)',
      disabledBackground: 'var(--sunken)',
    },
  },
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
          // Red is for errors and for the one action: focus has a colour of its own.
          '&.Mui-focused:not(.Mui-error) .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--focus)' },
        },
        notchedOutline: { borderColor: 'var(--outline)' },
        input: { padding: '7px 10px', height: 20, '&::placeholder': { color: 'var(--muted)', opacity: 1 } },
        multiline: { padding: 0 },
        inputMultiline: { padding: '7px 10px' },
      },
    },
    MuiInputLabel: { styleOverrides: { root: { '&.Mui-focused:not(.Mui-error)': { color: 'var(--focus)' } } } },
    MuiFormHelperText: { styleOverrides: { root: { margin: '4px 0 0' } } },
    MuiTooltip: { defaultProps: { enterDelay: 400 } },
    MuiPaper: { defaultProps: { elevation: 0 } },
    MuiMenu: { styleOverrides: { paper: floating() } },
    MuiPopover: { styleOverrides: { paper: floating() } },
    MuiAutocomplete: {
      styleOverrides: {
        paper: floating(),
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
    MuiDialog: { styleOverrides: { paper: { boxShadow: 'var(--shadow)', backgroundImage: 'none' } } },
    // A menu cuts what stands out of it.
    MuiMenuItem: { styleOverrides: { root: { fontSize: 14, minHeight: 34, outlineOffset: '-2px !important' } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
  },
};

/** What floats above the page: a hairline and one soft shadow. */
function floating() {
  return { border: '1px solid var(--hairline)', boxShadow: 'var(--shadow)', backgroundImage: 'none' };
}

const made = createTheme(options);
// The library would put variables of its own into the page, each time anew: what its colours are made of are variables already.
for (const name of ['vars', 'colorSchemes']) Reflect.deleteProperty(made, name);

/**
 * MUI's theme over the tokens of `tokens.css`, which change with `data-theme` on the document. Under the library's own
 * name: one and the same object wherever it is put around something, so that styles are made once.
 */
export const theme = { [THEME_ID]: made };
