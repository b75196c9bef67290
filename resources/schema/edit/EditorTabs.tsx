import { NavLink } from 'react-router-dom';
import { useT } from '#providers/i18nProvider.ts';
import { editAddress } from '../addresses.ts';
import type { Definition } from '../types.ts';
import styles from './Editor.module.css';
import { useOpenTabs } from './editorAddresses.ts';

/** The tabs this person may open, each with its own address. */
export const EditorTabs = ({ definition, id }: { definition: Definition; id: number }) => {
  const t = useT();
  const open = useOpenTabs(definition, id);
  const tabs = Object.entries(definition.tabs ?? {}).filter(([path]) => open.includes(path));
  if (tabs.length < 2) return null;
  return (
    <nav className={styles['tabs']} aria-label={t('shell.sections')}>
      {tabs.map(([path, tab]) => (
        <NavLink key={path} to={editAddress(definition, id, path)} replace>
          {t(tab.label)}
        </NavLink>
      ))}
    </nav>
  );
};
