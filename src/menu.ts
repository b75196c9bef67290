import CategoryIcon from '@mui/icons-material/AccountTreeOutlined';
import RoleIcon from '@mui/icons-material/BadgeOutlined';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import MatrixIcon from '@mui/icons-material/GridOnOutlined';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import InventoryIcon from '@mui/icons-material/Inventory2Outlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import SyncIcon from '@mui/icons-material/SyncOutlined';
import ModelIcon from '@mui/icons-material/ViewCarouselOutlined';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { confinedTo, type NavigationName, navigation, ruleOf } from '#contract/routes.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useApi } from '#providers/ApiContext.tsx';
import { useCan, useProfile } from '#providers/profile.ts';

/** How the menu's entries are grouped and drawn; which of them a person sees is the server's word. */
export const menuGroups: readonly { title: MessageKey | null; names: readonly NavigationName[] }[] = [
  { title: null, names: ['home'] },
  { title: 'shell.content', names: ['nomenclature', 'catalog', 'categories', 'matrices', 'import', 'sending'] },
  { title: 'shell.changes', names: ['synchronization', 'history'] },
  { title: 'shell.administration', names: ['users', 'roles', 'settings'] },
];

export const menuIcons: Record<NavigationName, ComponentType> = {
  home: HomeIcon,
  nomenclature: InventoryIcon,
  catalog: ModelIcon,
  categories: CategoryIcon,
  matrices: MatrixIcon,
  import: UploadIcon,
  sending: SendIcon,
  synchronization: SyncIcon,
  history: HistoryIcon,
  users: PeopleIcon,
  roles: RoleIcon,
  settings: SettingsIcon,
};

/** Where `g` and a key lead; keys by place, so that they work in both alphabets. */
export const goKeys: Readonly<Record<string, NavigationName>> = {
  KeyH: 'home',
  KeyN: 'nomenclature',
  KeyM: 'catalog',
  KeyC: 'categories',
  KeyX: 'matrices',
  KeyI: 'import',
  KeyU: 'users',
  KeyS: 'settings',
};

export const linkOf = (name: NavigationName): string => navigation.find(item => item.name === name)?.link ?? '/';

/** The menu of §7; until it has come, what the same table of routes gives for the profile that is known. */
export const useMenu = (): ReadonlySet<string> => {
  const api = useApi();
  const may = useCan();
  const profile = useProfile();
  const role = profile?.role.slug ?? '';
  const { data } = useQuery({
    queryKey: ['navigation', profile?.id, profile?.permissions.length],
    queryFn: ({ signal }) => api(endpoints.navigation.menu, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const open =
    data?.navigation_items ?? navigation.filter(({ link }) => may(ruleOf(link)?.access) && !confinedTo(role, link));
  return new Set(open.map(({ name }) => name));
};
