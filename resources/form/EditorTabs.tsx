import { useT } from '#providers/locale/i18nProvider.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { getEditPath } from '../engine/resourcePaths.ts';
import type { Definition } from '../engine/types.ts';
import { useOpenTabs } from './editorPaths.ts';

/** Links rather than buttons, because each tab has an address (§2). Tabs that the user may not open are hidden. */
export const EditorTabs = ({ definition, id }: { definition: Definition; id: number }) => {
  const t = useT();
  const open = useOpenTabs(definition);
  const tabs = Object.entries(definition.tabs ?? {}).filter(([path]) => open.includes(path));
  if (tabs.length < 2) return null;
  return (
    <Tabs
      label={t('shell.sections')}
      tabs={tabs.map(([path, tab]) => ({ to: getEditPath(definition, id, path), name: t(tab.label) }))}
    />
  );
};
