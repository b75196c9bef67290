import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { HOME_PATH } from '#contract/addresses.ts';
import { chooseDefaultTab, listAccessibleTabs, resolveTab } from '#contract/editorTabs.ts';
import { isResourceName, type ResourceName } from '#contract/records.ts';
import { useCan, useProfile } from '#providers/session/profile.ts';
import { getEditPath, getListPath } from '../engine/resourcePaths.ts';
import type { Definition } from '../engine/types.ts';

export const useOpenTabs = ({ name }: Definition): string[] => listAccessibleTabs(name, useCan());

export const useDefaultTab = ({ name }: Definition): string | null => {
  const [query] = useSearchParams();
  return chooseDefaultTab(name, { role: useProfile()?.role.slug ?? '', can: useCan(), query });
};

type TabVisitor = Parameters<typeof resolveTab>[1];

const getRecordPath = (visitor: TabVisitor, name: ResourceName, id: number | string, requestedTab?: string): string => {
  const tab = resolveTab(name, visitor, requestedTab);
  return getEditPath({ name, tabs: tab === null ? null : {} }, id, tab ?? undefined);
};

/**
 * Adjusts an address that was created elsewhere, for example by the server or react-admin, so that the record opens on
 * a tab that the user may see.
 */
export const resolveOpenPath = (address: string, visitor: TabVisitor): string => {
  const [, name = '', id = '', rest = ''] = new RegExp(`^${HOME_PATH}/(.+)/(\\d+)([?#].*)?$`).exec(address) ?? [];
  return isResourceName(name) ? getRecordPath(visitor, name, id) + rest : address;
};

const useVisitor = (): TabVisitor => {
  const can = useCan();
  const role = useProfile()?.role.slug ?? '';
  return useMemo(() => ({ role, can }), [role, can]);
};

export const useRecordPath = () => {
  const visitor = useVisitor();
  return useCallback(
    (name: ResourceName, id: number | string, requestedTab?: string) => getRecordPath(visitor, name, id, requestedTab),
    [visitor],
  );
};

export const useOpenPath = (address: string): string => resolveOpenPath(address, useVisitor());

/**
 * Matches the addresses at which the editor stays mounted (its open tabs and aliases), so that no leave warning is
 * needed.
 */
export const useIsEditorPath = (definition: Definition, id: number): ((pathname: string) => boolean) => {
  const tabs = useOpenTabs(definition);
  const list = getListPath(definition.name);
  const recordPaths = definition.tabs
    ? [`${list}/${id}`, ...tabs.map(tab => getEditPath(definition, id, tab))]
    : [`${list}/${id}/edit`, `${list}/edit/${id}`];
  return pathname => recordPaths.includes(pathname.replace(/\/$/, ''));
};
