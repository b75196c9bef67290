import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { createContext, type ReactNode, use } from 'react';
import { themes } from './theme/theme.ts';
import { useScheme } from './theme/useScheme.ts';

/** The nonce under which this page may have style elements; none in development. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;

const emotion = createCache({ key: 'v', prepend: true, ...(nonce && { nonce }) });

const IsThemed = createContext(false);

/** Around what draws MUI's controls: the theme of the colour scheme that stands on the document, once however deep it stands. */
export const Themed = ({ children }: { children: ReactNode }) => (use(IsThemed) ? children : <Root>{children}</Root>);

const Root = ({ children }: { children: ReactNode }) => {
  const theme = themes[useScheme()];
  return (
    <IsThemed value>
      <CacheProvider value={emotion}>
        <ThemeProvider theme={theme}>{children}</ThemeProvider>
      </CacheProvider>
    </IsThemed>
  );
};
