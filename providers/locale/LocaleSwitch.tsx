import { I18nContext, useI18nProvider, useStoreContext } from 'ra-core';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

/**
 * The key under which react-admin stores the locale. If the stored value differs from the provider's value, the first
 * render is delayed.
 */
export const LOCALE_KEY = 'locale';

type SwitchLocale = (locale: string) => Promise<void>;

const SwitchLocaleContext = createContext<SwitchLocale | null>(null);

/**
 * Switches the language without remounting. react-admin's own way remounts the application, which would lose unsaved
 * form input.
 */
export const LocaleSwitch = ({ children }: { children: ReactNode }) => {
  const i18nProvider = useI18nProvider();
  const store = useStoreContext();
  const [provider, setProvider] = useState(i18nProvider);
  const switchTo = useCallback<SwitchLocale>(
    async locale => {
      await i18nProvider.changeLocale(locale);
      store.setItem(LOCALE_KEY, locale);
      // A copy, because only a new identity re-renders the components that translate.
      setProvider({ ...i18nProvider });
    },
    [i18nProvider, store],
  );
  return (
    <I18nContext.Provider value={provider}>
      <SwitchLocaleContext.Provider value={switchTo}>{children}</SwitchLocaleContext.Provider>
    </I18nContext.Provider>
  );
};

export const useLocale = (): string => useI18nProvider().getLocale();

/** @throws outside `<LocaleSwitch>` */
export const useSwitchLocale = (): SwitchLocale => {
  const switchTo = useContext(SwitchLocaleContext);
  if (!switchTo) throw new Error('useSwitchLocale must be called below <LocaleSwitch>');
  return switchTo;
};
