import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useLocaleState } from 'react-admin';
import type { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { menuGroups } from '#contract/menu.ts';
import { findRouteRule, getMatrixRoleRedirect, type MenuEntry, navigation } from '#contract/routes.ts';
import type { Section } from '#contract/screens.ts';
import { DEFAULT_LOCALE } from '#i18n/messages.ts';
import { getTitleKey } from '#i18n/sections.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useAfterFirstRender } from '#providers/http/useAfterFirstRender.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan, useProfile } from '#providers/session/profile.ts';
import { resources } from '#resources/all.ts';
import { pageEntries } from './pages.ts';

export const menuIcons: Readonly<Record<string, ComponentType>> = Object.fromEntries([
  ...Object.entries(pageEntries).map(([name, { icon }]) => [name, icon] as const),
  ...resources.map(({ definition }) => [definition.name, definition.icon] as const),
]);

/** Targets of `g` + key, by `event.code` so that they work in the Russian layout too. */
export const NAVIGATION_KEYS: Readonly<Record<string, Section>> = {
  KeyH: 'home',
  KeyN: 'nomenclature',
  KeyM: 'catalog',
  KeyC: 'categories',
  KeyX: 'matrices',
  KeyI: 'import',
  KeyU: 'users',
  KeyS: 'settings',
};

export const getLink = (section: Section): string => navigation.find(entry => entry.section === section)?.link ?? '/';

type ServerMenuItem = z.output<typeof endpoints.navigation.menu.result>['navigation_items'];

export interface MenuItem {
  link: string;
  title: string;
  /** Null for an item unknown to this build, because the server may be newer than an open tab. */
  entry: MenuEntry | null;
}

/**
 * The server's items, including unknown ones. The server's titles are used only in Russian, because another server may
 * have titles in no other language, and because the menu is not fetched again when the language changes.
 */
export const useItems = (serverItems: ServerMenuItem | undefined, entries: readonly MenuEntry[]): MenuItem[] => {
  const t = useT();
  const [locale] = useLocaleState();
  return (serverItems ?? []).map(({ link, name, title }) => {
    const entry =
      entries.find(menuEntry => menuEntry.link === link) ?? entries.find(menuEntry => menuEntry.name === name) ?? null;
    const ownTitle = entry && t(getTitleKey(entry.section));
    return {
      link,
      entry,
      title: (locale === DEFAULT_LOCALE ? title : (ownTitle ?? title)) ?? ownTitle ?? name ?? link,
    };
  });
};

/**
 * §7: the server's menu. Until it has loaded, the same rules are applied to the known profile, so that the menu does
 * not flicker.
 */
export const useMenu = (): MenuItem[] => {
  const api = useApi();
  const can = useCan();
  const profile = useProfile();
  const role = profile?.role.slug ?? '';
  const { data } = useQuery({
    queryKey: ['navigation', profile?.id, profile?.permissions.length],
    queryFn: ({ signal }) => api(endpoints.navigation.menu, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: useAfterFirstRender(),
  });
  const open =
    data?.navigation_items ??
    navigation.filter(({ link }) => can(findRouteRule(link)?.access) && !getMatrixRoleRedirect(role, link));
  return useItems(open, navigation);
};

/** Unknown items come last, because their section is not known. */
export const groupItems = (items: readonly MenuItem[]): { title: MessageKey | null; items: MenuItem[] }[] =>
  [...menuGroups, null]
    .map(group => ({
      title: group === null || group === 'start' || group === 'settings' ? null : (`menu.${group}` as const),
      items: items.filter(({ entry }) => (entry?.group ?? null) === group),
    }))
    .filter(({ items: itemsOfGroup }) => itemsOfGroup.length > 0);
