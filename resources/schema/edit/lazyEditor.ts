import { useCallback } from 'react';
import { type BringValues, useBringValues } from '#providers/referenceValues.ts';
import { editAddress } from '../addresses.ts';
import type { Definition } from '../types.ts';
import { lazyScreen } from '../ui/lazyScreen.tsx';
import { markReady } from '../ui/readyPages.ts';
import { useWhenIdle } from '../ui/useWhenIdle.ts';
import { useLanding } from './editorAddresses.ts';

const load = () => import('./EditScreen.tsx');

/** The editor of any resource, whose code comes while its list is read or when it is opened. */
export const editor = lazyScreen<{ definition: Definition }>(() => load().then(({ EditScreen }) => EditScreen), {
  isBare: true,
});

/** Once a list is ready, brings what any of its records is opened with: the editor can be drawn at once then. */
export const useEditorAhead = (definition: Definition, isReady: boolean): void => {
  const tab = useLanding(definition, 0);
  const bringValues = useBringValues();
  const bring = useCallback(() => bringEditor(definition, tab, bringValues), [definition, tab, bringValues]);
  useWhenIdle(isReady, bring);
};

const bringEditor = async (definition: Definition, tab: string | null, bringValues: BringValues): Promise<void> => {
  if (!(await editor.preload())) return;
  const { neededFor, preloadPickers } = await load();
  const { parts, references } = neededFor(definition, tab);
  const [areThere] = await Promise.all([Promise.all(parts.map(part => part.preload())), bringValues(references)]);
  if (!areThere.every(Boolean)) return;
  markReady(editAddress(definition, 0, tab ?? undefined));
  // From where it goes on to that tab.
  markReady(editAddress(definition, 0));
  await preloadPickers();
};
