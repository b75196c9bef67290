import { NavLink } from 'react-router-dom';
import styles from './Tabs.module.css';

interface TabsProps {
  label: string;
  tabs: readonly { to: string; name: string }[];
}

/** Parts of one record or page, each with its own address. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav className={styles['tabs']} aria-label={label}>
    {tabs.map(({ to, name }) => (
      <NavLink key={to} to={to} replace>
        {name}
      </NavLink>
    ))}
  </nav>
);
