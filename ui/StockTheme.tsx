import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useMemo } from 'react';
import { createStockTheme, type ScreenDefaults } from './theme/createStockTheme.ts';
import { useScheme } from './theme/useScheme.ts';

/** Wraps screens made of react-admin's components, so that they match ours in look and behaviour. */
export const StockTheme = ({ children, ...screen }: ScreenDefaults & { children: ReactNode }) => {
  const { parts, exporter, saveLabel, loading } = screen;
  const scheme = useScheme();
  const theme = useMemo(
    () => createStockTheme(scheme, { parts, exporter, saveLabel, loading }),
    [scheme, parts, exporter, saveLabel, loading],
  );
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>;
};
