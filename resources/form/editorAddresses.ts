import { useSearchParams } from 'react-router-dom';
import { ruleOf } from '#contract/routes.ts';
import { type ProfileStore, useCan, useProfile } from '#providers/session/profile.ts';
import { editAddress, listAddress } from '../engine/addresses.ts';
import type { Definition, EditorRequest } from '../engine/types.ts';

type May = ProfileStore['can'];

const openTabs = (definition: Definition, id: number | string, may: May): string[] =>
  Object.keys(definition.tabs ?? {}).filter(tab => may(ruleOf(editAddress(definition, id, tab))?.access));

/** The tabs of an editor that the person may open. */
export const useOpenTabs = (definition: Definition, id: number | string): string[] =>
  openTabs(definition, id, useCan());

/** §2: the tab of the person's role; the first one they may open when that is closed to them, null when all are. */
const defaultTabFor = (
  definition: Definition,
  id: number | string,
  { may, ...visit }: EditorRequest & { may: May },
): string | null => {
  const open = openTabs(definition, id, may);
  const defaultTab = definition.defaultTab(visit);
  return open.includes(defaultTab) ? defaultTab : (open[0] ?? null);
};

/** The same for whoever is signed in, at the address that is open. */
export const useDefaultTab = (definition: Definition, id: number | string): string | null => {
  const profile = useProfile();
  const [query] = useSearchParams();
  return defaultTabFor(definition, id, { role: profile?.role.slug ?? '', query, may: useCan() });
};

/** Tells the addresses at which an editor stays on the screen: its tabs that are open to the person, and its aliases. */
export const useStaysAt = (definition: Definition, id: number): ((pathname: string) => boolean) => {
  const tabs = useOpenTabs(definition, id);
  const list = listAddress(definition.name);
  const own = definition.tabs
    ? [`${list}/${id}`, ...tabs.map(tab => editAddress(definition, id, tab))]
    : [`${list}/${id}/edit`, `${list}/edit/${id}`];
  return pathname => own.includes(pathname.replace(/\/$/, ''));
};
