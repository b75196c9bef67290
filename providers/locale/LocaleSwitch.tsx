import { I18nContext, useI18nProvider, useStoreContext } from 'ra-core';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

/** Where react-admin looks for the language; it draws nothing at first where that is not its provider's. */
export const STORED_LOCALE = 'locale';

type SwitchLocale = (locale: string) => Promise<void>;

const SwitchLocaleContext = createContext<SwitchLocale | null>(null);

/**
 * Around the screens, inside react-admin, whose own way to another language draws everything anew and
 * loses what stands in a form: here the texts change and nothing else does.
 */
export const LocaleSwitch = ({ children }: { children: ReactNode }) => {
  const given = useI18nProvider();
  const store = useStoreContext();
  const [provider, setProvider] = useState(given);
  const switchTo = useCallback<SwitchLocale>(
    async locale => {
      await given.changeLocale(locale);
      store.setItem(STORED_LOCALE, locale);
      // Another object: whoever translates hears of it by that.
      setProvider({ ...given });
    },
    [given, store],
  );
  return (
    <I18nContext.Provider value={provider}>
      <SwitchLocaleContext.Provider value={switchTo}>{children}</SwitchLocaleContext.Provider>
    </I18nContext.Provider>
  );
};

/** The language of the screens. */
export const useLocale = (): string => useI18nProvider().getLocale();

/** Changes the language of the screens. @throws outside `<LocaleSwitch>` */
export const useSwitchLocale = (): SwitchLocale => {
  const switchTo = useContext(SwitchLocaleContext);
  if (!switchTo) throw new Error('useSwitchLocale must be called below <LocaleSwitch>');
  return switchTo;
};
