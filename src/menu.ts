import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { menuGroups } from '#contract/menu.ts';
import { confinedTo, type MenuEntry, navigation, ruleOf } from '#contract/routes.ts';
import type { Section } from '#contract/screens.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useCan, useProfile } from '#providers/session/profile.ts';
import { resources } from '#resources/all.ts';
import { pageEntries } from './pages.ts';

/** Menu entries by group; the first group has no title. The server decides which of them a user sees. */
export const menu: readonly { title: MessageKey | null; entries: readonly MenuEntry[] }[] = menuGroups
  .filter(group => group !== 'settings')
  .map(group => ({
    title: group === 'start' ? null : `menu.${group}`,
    entries: navigation.filter(entry => entry.group === group),
  }));

export const menuIcons: Readonly<Record<string, ComponentType>> = Object.fromEntries([
  ...Object.entries(pageEntries).map(([name, { icon }]) => [name, icon] as const),
  ...resources.map(({ definition }) => [definition.name, definition.icon] as const),
]);

/** Targets of `g` + key, by `event.code` so that they work in the Russian layout too. */
export const goKeys: Readonly<Record<string, Section>> = {
  KeyH: 'home',
  KeyN: 'nomenclature',
  KeyM: 'catalog',
  KeyC: 'categories',
  KeyX: 'matrices',
  KeyI: 'import',
  KeyU: 'users',
  KeyS: 'settings',
};

export const linkOf = (section: Section): string => navigation.find(entry => entry.section === section)?.link ?? '/';

/**
 * §7: the server's menu. Until it has loaded, the same rules are applied to the known profile, so that the menu does
 * not flicker.
 */
export const useMenu = (): ReadonlySet<string> => {
  const api = useApi();
  const can = useCan();
  const profile = useProfile();
  const role = profile?.role.slug ?? '';
  const { data } = useQuery({
    queryKey: ['navigation', profile?.id, profile?.permissions.length],
    queryFn: ({ signal }) => api(endpoints.navigation.menu, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const open =
    data?.navigation_items ?? navigation.filter(({ link }) => can(ruleOf(link)?.access) && !confinedTo(role, link));
  return new Set(open.map(({ name }) => name));
};
