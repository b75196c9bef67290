import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { HOME } from '#contract/addresses.ts';
import { landingTab, linkedTab, openTabs } from '#contract/editorTabs.ts';
import { isResourceName, type ResourceName } from '#contract/records.ts';
import { useCan, useProfile } from '#providers/session/profile.ts';
import { editAddress, listAddress } from '../engine/addresses.ts';
import type { Definition } from '../engine/types.ts';

export const useOpenTabs = ({ name }: Definition): string[] => openTabs(name, useCan());

/** §2: the tab of an address that names none. */
export const useLandingTab = ({ name }: Definition): string | null => {
  const [query] = useSearchParams();
  return landingTab(name, { role: useProfile()?.role.slug ?? '', can: useCan(), query });
};

/** The address of a record for a link of ours: straight to the wanted tab, or to one that is open to the person. */
export const useRecordAddress = (): ((name: ResourceName, id: number | string, wanted?: string) => string) => {
  const can = useCan();
  const role = useProfile()?.role.slug ?? '';
  return useCallback(
    (name, id, wanted) => {
      const tab = linkedTab(name, { role, can }, wanted);
      return editAddress({ name, tabs: tab === null ? null : {} }, id, tab ?? undefined);
    },
    [can, role],
  );
};

/** The same for an address that somebody else has made, such as the server or react-admin; others stay as they are. */
export const useOwnAddress = (): ((address: string) => string) => {
  const addressOf = useRecordAddress();
  return useCallback(
    address => {
      const [, name = '', id = '', rest = ''] = new RegExp(`^${HOME}/(.+)/(\\d+)([?#].*)?$`).exec(address) ?? [];
      return isResourceName(name) ? addressOf(name, id) + rest : address;
    },
    [addressOf],
  );
};

/** Matches the addresses that keep the editor mounted (its open tabs and aliases), where no leave warning is due. */
export const useIsEditorAddress = (definition: Definition, id: number): ((pathname: string) => boolean) => {
  const tabs = useOpenTabs(definition);
  const list = listAddress(definition.name);
  const own = definition.tabs
    ? [`${list}/${id}`, ...tabs.map(tab => editAddress(definition, id, tab))]
    : [`${list}/${id}/edit`, `${list}/edit/${id}`];
  return pathname => own.includes(pathname.replace(/\/$/, ''));
};
