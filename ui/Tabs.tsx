import { NavLink } from 'react-router-dom';
import styles from './Tabs.module.css';

interface LinkTab {
  to: string;
  name: string;
}

interface ButtonTab {
  key: string;
  name: string;
  isCurrent: boolean;
  /** Accessible text of a dot beside the name, e.g. for errors on that tab. */
  mark?: string | undefined;
  onOpen: () => void;
}

interface TabsProps {
  label: string;
  tabs: readonly (LinkTab | ButtonTab)[];
}

/** Tabs with an address are links, so they can be bookmarked; tabs whose content stays mounted are buttons. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav className={styles['tabs']} aria-label={label}>
    {tabs.map(tab =>
      'to' in tab ? (
        <NavLink key={tab.to} to={tab.to} replace>
          {tab.name}
        </NavLink>
      ) : (
        <button key={tab.key} type="button" aria-current={tab.isCurrent ? 'page' : undefined} onClick={tab.onOpen}>
          {tab.name}
          {tab.mark && <span className={styles['mark']} role="img" aria-label={tab.mark} />}
        </button>
      ),
    )}
  </nav>
);
