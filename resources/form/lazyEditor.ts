import { useCallback } from 'react';
import { type BringValues, useBringValues } from '#providers/cache/referenceValues.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { markReady } from '#ui/readyPages.ts';
import { useWhenIdle } from '#ui/useWhenIdle.ts';
import { editAddress } from '../engine/addresses.ts';
import type { Definition } from '../engine/types.ts';
import { useLanding } from './editorAddresses.ts';

const load = () => import('./EditScreen.tsx');

/** The editor of any resource, whose code comes while its list is read or when it is opened. */
export const editor = lazyScreen<{ definition: Definition }>(() => load().then(({ EditScreen }) => EditScreen));

/** Once a list is ready, brings what any of its records is opened with: the editor can be drawn at once then. */
export const useEditorAhead = (definition: Definition, isReady: boolean): void => {
  const tab = useLanding(definition, 0);
  const bringValues = useBringValues();
  const bring = useCallback(() => bringEditor(definition, tab, bringValues), [definition, tab, bringValues]);
  useWhenIdle(isReady, bring);
};

const bringEditor = async (definition: Definition, tab: string | null, bringValues: BringValues): Promise<void> => {
  const brought = await bringTab(definition, tab);
  if (!brought) return;
  await bringValues(brought.references);
  markReady(editAddress(definition, 0, tab ?? undefined));
  // From where it goes on to that tab.
  markReady(editAddress(definition, 0));
};

/** Brings the code of the editor and of one of its tabs. @returns the references that it shows; null where code is missing */
export const bringTab = async (
  definition: Definition,
  tab: string | null,
): Promise<{ references: string[] } | null> => {
  if (!(await editor.preload())) return null;
  const { neededFor } = await load();
  const { parts, references } = neededFor(definition, tab);
  const areThere = await Promise.all(parts.map(part => part.preload()));
  return areThere.every(Boolean) ? { references } : null;
};
