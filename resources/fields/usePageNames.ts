import { navigation, settingsNavigation } from '#contract/routes.ts';
import type { people } from '#i18n/ru/people.ts';
import { getTitleKey } from '#i18n/sections.ts';
import { useT } from '#providers/locale/i18nProvider.ts';

const menuEntries = [...navigation, ...settingsNavigation];

export const usePageNames = (): ((path: string) => string) => {
  const t = useT();
  return path => {
    const entry = menuEntries
      .filter(({ link }) => path === link || path.startsWith(`${link}/`))
      .toSorted((a, b) => b.link.length - a.link.length)[0];
    if (!entry) return path;
    const title = t(getTitleKey(entry.section));
    const page = findPageName(path.slice(entry.link.length));
    return page ? `${title}: ${t(`people.pages.${page}`)}` : title;
  };
};

const findPageName = (rest: string): keyof typeof people.pages | undefined =>
  rest
    .split('/')
    .filter(segment => segment && !segment.startsWith(':'))
    .at(-1) as keyof typeof people.pages | undefined;
