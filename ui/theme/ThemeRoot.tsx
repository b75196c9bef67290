import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { themes } from './theme.ts';
import { useScheme } from './useScheme.ts';

/** CSP nonce for style elements; absent in development. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;

const emotionCache = createCache({ key: 'v', prepend: true, ...(nonce && { nonce }) });

export const ThemeRoot = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={emotionCache}>
    <ThemeProvider theme={themes[useScheme()]}>{children}</ThemeProvider>
  </CacheProvider>
);
