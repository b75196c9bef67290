import { I18nContextProvider } from 'ra-core';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { createI18nProvider } from '#providers/locale/i18nProvider.ts';
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

const root = createRoot(document.querySelector('#root') as HTMLElement);
if (chosenScheme) {
  document.documentElement.dataset['theme'] = chosenScheme;
  const i18n = await createI18nProvider();
  root.render(
    <I18nContextProvider value={i18n}>
      <MemoryRouter>
        <ThemeRoot>
          <Samples />
        </ThemeRoot>
      </MemoryRouter>
    </I18nContextProvider>,
  );
} else root.render(<BothSchemes />);
