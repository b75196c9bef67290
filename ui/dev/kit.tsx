import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { I18nContextProvider, NotificationContextProvider } from 'ra-core';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { createApi } from '#providers/http/http.ts';
import { createI18nProvider } from '#providers/locale/i18nProvider.ts';
import { ErrorNotifier } from '#providers/reporting/ErrorNotifier.tsx';
import { ServicesContext } from '#providers/ServicesContext.ts';
import { ThemeRoot } from '../theme/ThemeRoot.tsx';
import styles from './Dev.module.css';
import { Samples } from './Samples.tsx';
import '../theme/base.css';

const schemes = ['light', 'dark'] as const;
const chosenScheme = schemes.find(scheme => scheme === new URLSearchParams(window.location.search).get('scheme'));

/** One iframe per scheme, because overlays take their colours from the document. */
const BothSchemes = () => (
  <div className={styles['both']}>
    {schemes.map(scheme => (
      // oxlint-disable-next-line react/iframe-missing-sandbox -- it shows this very page
      <iframe key={scheme} title={scheme} src={`?scheme=${scheme}`} />
    ))}
  </div>
);

/** No part calls the server here; some only ask for its address. */
const api = createApi({
  baseUrl: '/api',
  session: { accessToken: () => null, whenSettled: async () => undefined, refresh: async () => null },
});

const root = createRoot(document.querySelector('#root') as HTMLElement);
if (chosenScheme) {
  document.documentElement.dataset['theme'] = chosenScheme;
  const i18n = await createI18nProvider();
  root.render(
    <I18nContextProvider value={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <NotificationContextProvider>
          <ErrorNotifier>
            <ServicesContext value={{ api }}>
              <MemoryRouter>
                <ThemeRoot>
                  <Samples />
                </ThemeRoot>
              </MemoryRouter>
            </ServicesContext>
          </ErrorNotifier>
        </NotificationContextProvider>
      </QueryClientProvider>
    </I18nContextProvider>,
  );
} else root.render(<BothSchemes />);
