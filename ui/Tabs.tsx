import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import styles from './Tabs.module.css';

interface LinkTab {
  to: string;
  name: string;
}

interface ButtonTab {
  key: string;
  name: string;
  isCurrent: boolean;
  mark?: string | undefined;
  onOpen: () => void;
}

interface TabsProps {
  label: string;
  tabs: readonly (LinkTab | ButtonTab)[];
}

/** Tabs with an address are links, so they can be bookmarked; tabs whose content stays mounted are buttons. */
export const Tabs = ({ label, tabs }: TabsProps) => {
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  const current = tabs.find(tab => 'isCurrent' in tab && tab.isCurrent)?.name ?? pathname;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is current
  useEffect(() => {
    if (row.current) scrollToCurrent(row.current);
  }, [current]);
  return (
    <nav ref={row} className={styles['tabs']} aria-label={label}>
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
};

/** Scrolls only the row, because `scrollIntoView` would scroll the page too. */
const scrollToCurrent = (row: HTMLElement): void => {
  const tab = row.querySelector<HTMLElement>('[aria-current=page]');
  if (tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
};
