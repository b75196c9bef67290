import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { themes } from './theme.ts';
import { useScheme } from './useScheme.ts';

/** The nonce under which this page may have style elements; none in development. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;

const emotion = createCache({ key: 'v', prepend: true, ...(nonce && { nonce }) });

/** Stands once, around everything that draws: the theme of the colour scheme that stands on the document. */
export const ThemeRoot = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={emotion}>
    <ThemeProvider theme={themes[useScheme()]}>{children}</ThemeProvider>
  </CacheProvider>
);
