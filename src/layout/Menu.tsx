import MenuOpenIcon from '@mui/icons-material/MenuOpen';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { HOME } from '#contract/addresses.ts';
import { type NavigationName, navigation } from '#contract/routes.ts';
import { useT } from '#providers/i18nProvider.ts';
import { linkOf, menuGroups, menuIcons, useMenu } from '../menu.ts';
import styles from './Menu.module.css';
import { Wordmark } from './Wordmark.tsx';

interface MenuProps {
  isCollapsed: boolean;
  /** On a phone the menu is a drawer over the page. */
  isDrawerOpen: boolean;
  onToggle: () => void;
  onCloseDrawer: () => void;
}

/** The sections this person may open. */
export const Menu = ({ isCollapsed, isDrawerOpen, onToggle, onCloseDrawer }: MenuProps) => {
  const t = useT();
  const menu = useMenu();
  const { pathname } = useLocation();
  useEffect(() => {
    onCloseDrawer();
  }, [pathname, onCloseDrawer]);
  return (
    <>
      {isDrawerOpen && (
        <button type="button" className={styles['veil']} aria-label={t('shell.close')} onClick={onCloseDrawer} />
      )}
      <nav
        className={styles['menu']}
        data-open={isDrawerOpen || undefined}
        data-collapsed={isCollapsed || undefined}
        aria-label={t('shell.menu')}
        onKeyDown={event => event.key === 'Escape' && onCloseDrawer()}
      >
        <Link to={HOME} className={styles['brand']} aria-label={t('session.product')}>
          <Wordmark />
        </Link>
        <div className={styles['groups']}>
          {menuGroups.map(({ title, names }) => {
            const open = names.filter(name => menu.has(name));
            if (open.length === 0) return null;
            return (
              <div key={title ?? ''} className={styles['group']}>
                {title && <p>{t(title)}</p>}
                {open.map(name => (
                  <Entry key={name} name={name} />
                ))}
              </div>
            );
          })}
        </div>
        <button
          type="button"
          className={styles['toggle']}
          aria-label={t(isCollapsed ? 'shell.menuExpand' : 'shell.menuCollapse')}
          onClick={onToggle}
        >
          <MenuOpenIcon fontSize="small" />
          <span>{t('shell.menuCollapse')}</span>
        </button>
      </nav>
    </>
  );
};

const Entry = ({ name }: { name: NavigationName }) => {
  const t = useT();
  const { pathname } = useLocation();
  const Icon = menuIcons[name];
  const text = t(`navigation.${name}`);
  const isCurrent = currentEntry(pathname) === name;
  return (
    <Link to={linkOf(name)} aria-current={isCurrent ? 'page' : undefined} title={text}>
      <Icon />
      <span>{text}</span>
    </Link>
  );
};

/** The entry an address belongs to: the one whose link is the longest beginning of it. */
const currentEntry = (pathname: string): NavigationName | undefined =>
  navigation
    .filter(({ link }) => pathname === link || (link !== HOME && pathname.startsWith(`${link}/`)))
    .toSorted((a, b) => b.link.length - a.link.length)[0]?.name;
