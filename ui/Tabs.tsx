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
  /** What is to be known of it, said by a dot beside its name. */
  mark?: string | undefined;
  onOpen: () => void;
}

interface TabsProps {
  label: string;
  tabs: readonly (LinkTab | ButtonTab)[];
}

/** Parts of one record or page, each with its own address; those that stay mounted beside each other are buttons. */
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
