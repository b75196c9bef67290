import { useSearchParams } from 'react-router-dom';
import { ruleOf } from '#contract/routes.ts';
import { type ProfileStore, useCan, useProfile } from '#providers/session/profile.ts';
import { editAddress, listAddress } from '../engine/addresses.ts';
import type { Definition, EditorRequest } from '../engine/types.ts';

type Can = ProfileStore['can'];

const openTabs = (definition: Definition, id: number | string, can: Can): string[] =>
  Object.keys(definition.tabs ?? {}).filter(tab => can(ruleOf(editAddress(definition, id, tab))?.access));

export const useOpenTabs = (definition: Definition, id: number | string): string[] =>
  openTabs(definition, id, useCan());

/** §2: the default tab of the person's role, or else the first one open to them; null when none is. */
const defaultTabFor = (
  definition: Definition,
  id: number | string,
  { can, ...visit }: EditorRequest & { can: Can },
): string | null => {
  const open = openTabs(definition, id, can);
  const defaultTab = definition.defaultTab(visit);
  return open.includes(defaultTab) ? defaultTab : (open[0] ?? null);
};

export const useDefaultTab = (definition: Definition, id: number | string): string | null => {
  const profile = useProfile();
  const [query] = useSearchParams();
  return defaultTabFor(definition, id, { role: profile?.role.slug ?? '', query, can: useCan() });
};

/** Matches the addresses that keep the editor mounted (its open tabs and aliases), where no leave warning is due. */
export const useIsEditorAddress = (definition: Definition, id: number): ((pathname: string) => boolean) => {
  const tabs = useOpenTabs(definition, id);
  const list = listAddress(definition.name);
  const own = definition.tabs
    ? [`${list}/${id}`, ...tabs.map(tab => editAddress(definition, id, tab))]
    : [`${list}/${id}/edit`, `${list}/edit/${id}`];
  return pathname => own.includes(pathname.replace(/\/$/, ''));
};
