import { useSearchParams } from 'react-router-dom';
import { ruleOf } from '#contract/routes.ts';
import { useCan, useProfile } from '#providers/profile.ts';
import { editAddress, listAddress } from '../addresses.ts';
import type { Definition } from '../types.ts';

/** The tabs of an editor that the person may open. */
export const useOpenTabs = (definition: Definition, id: number | string): string[] => {
  const may = useCan();
  return Object.keys(definition.tabs ?? {}).filter(tab => may(ruleOf(editAddress(definition, id, tab))?.access));
};

/** §2: the tab of the person's role; the first one they may open when that is closed to them, null when all are. */
export const useLanding = (definition: Definition, id: number | string): string | null => {
  const profile = useProfile();
  const [query] = useSearchParams();
  const open = useOpenTabs(definition, id);
  const landing = definition.landing({ role: profile?.role.slug ?? '', query });
  return open.includes(landing) ? landing : (open[0] ?? null);
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
