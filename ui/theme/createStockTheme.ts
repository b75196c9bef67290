import type { Theme, ThemeOptions } from '@mui/material/styles';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { ListProps } from 'react-admin';
import { MAX_LISTED_IDS } from '#contract/bulk.ts';
import type { Scheme } from './palette.ts';
import { createSchemeTheme } from './theme.ts';

type Components = NonNullable<ThemeOptions['components']>;

/** What takes the place of react-admin's own parts, the same on every screen. */
export interface StockParts {
  formContent: ComponentType<{ children?: ReactNode }>;
  listPagination: ReactElement;
  /** Shown in place of the rows of a table that has none. */
  noRows: ReactNode;
}

export interface ScreenDefaults {
  parts: StockParts;
  exporter: NonNullable<ListProps['exporter']>;
  saveLabel: string;
  /** Shown until a list or a record has been read for the first time. */
  loading: ReactNode;
}

/** Red is reserved for the main action, so selected states use the text colour. */
const selectedStyle = { root: { '&.Mui-checked, &.MuiCheckbox-indeterminate': { color: 'var(--text)' } } };

interface CheckboxLabelProps {
  'aria-label'?: string;
  inputProps?: object;
}

const fieldComponents: Components = {
  MuiAutocomplete: { defaultProps: { fullWidth: true, size: 'small' } },
  MuiFormControl: { defaultProps: { fullWidth: true, size: 'small', margin: 'dense' } },
  MuiTextField: { defaultProps: { margin: 'dense' } },
  MuiRadio: { defaultProps: { size: 'small' }, styleOverrides: selectedStyle },
  MuiSwitch: { defaultProps: { size: 'small', color: 'secondary' } },
  MuiCheckbox: {
    defaultProps: {
      size: 'small',
      // Moves the label to the input, because react-admin puts it on the wrapper, where screen readers ignore it.
      slotProps: {
        root: { 'aria-label': undefined },
        input: ({ 'aria-label': label, inputProps }: CheckboxLabelProps) => ({
          ...inputProps,
          ...(label && { 'aria-label': label }),
        }),
      },
    },
    styleOverrides: selectedStyle,
  },
  // Set because of Trusted Types: `innerHTML` accepts only TrustedHTML, as returned by DOMPurify.
  RaRichTextField: { defaultProps: { purifyOptions: { RETURN_TRUSTED_TYPE: true } } },
};

const listComponents: Components = {
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiTableCell: {
    styleOverrides: {
      root: {
        height: 'var(--row)',
        padding: '0 12px',
        borderColor: 'var(--hairline)',
        fontSize: 'var(--size-table)',
        '& .MuiLink-root': { color: 'inherit', fontWeight: 500, textDecoration: 'none' },
      },
      head: { color: 'var(--muted)', fontWeight: 500, background: 'var(--surface)', whiteSpace: 'nowrap' },
      paddingCheckbox: { padding: '0 4px' },
    },
  },
  MuiTableRow: { styleOverrides: { root: { '&:last-child td': { borderBottom: 0 } } } },
  RaList: { styleOverrides: { root: { '& .RaList-main': { minWidth: 0 } } } },
  RaListToolbar: {
    styleOverrides: {
      root: {
        flexFlow: 'row wrap !important',
        alignItems: 'center',
        gap: 8,
        marginBottom: 8,
        background: 'none !important',
      },
    },
  },
  RaFilterForm: {
    styleOverrides: {
      root: {
        flex: '1 1 auto !important',
        alignItems: 'center',
        gap: 8,
        padding: 0,
        minHeight: '0 !important',
        '& .RaFilterForm-filterFormInput .MuiFormControl-root': { margin: 0 },
        '& .RaFilterFormInput-spacer': { display: 'none' },
      },
    },
  },
  RaTopToolbar: {
    styleOverrides: {
      root: {
        flex: '0 1 auto !important',
        alignItems: 'center',
        padding: '0 !important',
        minHeight: '0 !important',
        background: 'none !important',
      },
    },
  },
  // A wide table scrolls in its own frame, so that the page itself does not scroll.
  RaDataTable: { styleOverrides: { root: { '& .RaDataTable-tableWrapper': { overflowX: 'auto' } } } },
  RaDatagrid: { styleOverrides: { root: { '& .RaDatagrid-tableWrapper': { overflowX: 'auto' } } } },
  // Selects all matching records with one call for their ids. react-admin would load whole records, and only the first
  // 250.
  RaSelectAllButton: { defaultProps: { limit: MAX_LISTED_IDS, queryOptions: { meta: { onlyIds: true }, gcTime: 0 } } },
  RaBulkActionsToolbar: {
    styleOverrides: {
      root: {
        '& .RaBulkActionsToolbar-toolbar': { left: -1, right: -1, background: 'var(--sunken)', color: 'var(--text)' },
        '& .RaBulkActionsToolbar-icon': { color: 'inherit' },
      },
    },
  },
};

const formComponents: Components = {
  RaEdit: { styleOverrides: { root: createCardStyle('RaEdit-card') } },
  RaCreate: { styleOverrides: { root: createCardStyle('RaCreate-card') } },
  RaShow: { styleOverrides: { root: createCardStyle('RaShow-card') } },
  RaDeleteButton: { defaultProps: { mutationMode: 'undoable' } },
  RaToolbar: {
    styleOverrides: {
      root: { padding: '12px 16px !important', background: 'var(--surface)', borderTop: '1px solid var(--hairline)' },
    },
  },
};

function createCardStyle(name: string) {
  return { [`& .${name}`]: { maxWidth: 'var(--width-form)' } };
}

/** Red is reserved for the main action and the current location. */
const accentComponents: Components = {
  RaButton: { defaultProps: { color: 'inherit' } },
  RaCreateButton: { defaultProps: { variant: 'contained', color: 'primary' }, styleOverrides: { root: { order: 1 } } },
  MuiButton: { defaultProps: { disableElevation: true }, styleOverrides: { root: { minHeight: 34, fontSize: 14 } } },
  MuiTabs: { defaultProps: { textColor: 'inherit' } },
  MuiLink: { styleOverrides: { root: { color: 'var(--current)' } } },
  // react-admin renders the title of an empty list as an h4, right below the page's h1.
  MuiTypography: { defaultProps: { variantMapping: { h4: 'h2' } } },
};

/** 8 px spacing, because that is what react-admin's components are designed for. */
export const createStockTheme = (scheme: Scheme, { parts, exporter, saveLabel, loading }: ScreenDefaults): Theme => {
  const list = { perPage: 25, exporter, loading };
  const screen: Components = {
    // Pessimistic, because with undoable edits, the form would already be closed when the server rejects them.
    RaEdit: { ...formComponents.RaEdit, defaultProps: { mutationMode: 'pessimistic', loading } },
    RaShow: { ...formComponents.RaShow, defaultProps: { loading } },
    RaList: { ...listComponents.RaList, defaultProps: { ...list, pagination: parts.listPagination } },
    RaInfiniteList: { defaultProps: list },
    RaDataTable: { ...listComponents.RaDataTable, defaultProps: { empty: parts.noRows } },
    RaDatagrid: { ...listComponents.RaDatagrid, defaultProps: { empty: parts.noRows } },
    RaSimpleList: { defaultProps: { empty: parts.noRows } },
    RaSimpleForm: { defaultProps: { component: parts.formContent } },
    RaTabbedForm: { defaultProps: { component: parts.formContent } },
    RaSaveButton: { defaultProps: { label: saveLabel } },
  };
  return createSchemeTheme(scheme, {
    spacing: 8,
    components: { ...fieldComponents, ...listComponents, ...formComponents, ...accentComponents, ...screen },
  });
};
