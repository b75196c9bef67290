import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useMemo } from 'react';
import { type ScreenDefaults, stockTheme } from './theme/stockTheme.ts';
import { useScheme } from './theme/useScheme.ts';

/** Around screens of react-admin's own parts: they look and do as the others. */
export const StockTheme = ({
  children,
  exporter,
  saveLabel,
  formContent,
}: ScreenDefaults & { children: ReactNode }) => {
  const scheme = useScheme();
  const theme = useMemo(
    () => stockTheme(scheme, { exporter, saveLabel, formContent }),
    [scheme, exporter, saveLabel, formContent],
  );
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>;
};
