import MenuOpenIcon from '@mui/icons-material/MenuOpen';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { HOME } from '#contract/addresses.ts';
import { type MenuEntry, navigation } from '#contract/routes.ts';
import { titleOf } from '#i18n/sections.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Pressable } from '#ui/Button.tsx';
import { menu, menuIcons, useMenu } from '../menu.ts';
import { LanguageChoice, ThemeChoice } from './AppearanceChoices.tsx';
import styles from './Menu.module.css';
import { useIsPhone } from './useIsPhone.ts';
import { useMenuState } from './useMenuState.ts';
import { Wordmark } from './Wordmark.tsx';

interface MenuProps {
  isDrawerOpen: boolean;
  onCloseDrawer: () => void;
}

/** Sections that the user may open (§2: 236 px wide, 56 px when mini). */
export const Menu = ({ isDrawerOpen, onCloseDrawer }: MenuProps) => {
  const t = useT();
  const isPhone = useIsPhone();
  const { status, hoverMenu, toggle, close, handlers } = useMenuState();
  const drawer = useDrawer(isDrawerOpen, onCloseDrawer);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    close();
    onCloseDrawer();
  };
  return (
    <div className={styles['place']} data-status={status}>
      {isDrawerOpen && <Pressable className={styles['veil']} aria-label={t('shell.close')} onClick={onCloseDrawer} />}
      <nav
        id="menu"
        ref={drawer}
        className={styles['menu']}
        data-status={status}
        data-hover={hoverMenu || undefined}
        data-open={isDrawerOpen || undefined}
        aria-label={t('shell.menu')}
        onKeyDown={closeOnEscape}
        onClick={({ target }) => target instanceof Element && target.closest('a') && onCloseDrawer()}
        {...handlers}
      >
        <Link to={HOME} className={styles['brand']} aria-label={t('session.product')}>
          <Wordmark />
        </Link>
        <Groups />
        <div className={styles['foot']}>
          {isPhone ? (
            <>
              <LanguageChoice />
              <ThemeChoice />
            </>
          ) : (
            <Pressable className={styles['toggle']} onClick={toggle}>
              <MenuOpenIcon fontSize="small" />
              <span>{t(status === 'mini' ? 'shell.menuExpand' : 'shell.menuCollapse')}</span>
            </Pressable>
          )}
        </div>
      </nav>
    </div>
  );
};

const Groups = () => {
  const t = useT();
  const open = useMenu();
  return (
    <div className={styles['groups']}>
      {menu.map(({ title, entries }) => {
        const shown = entries.filter(({ name }) => open.has(name));
        if (shown.length === 0) return null;
        return (
          <div key={title ?? ''} className={styles['group']}>
            {title && <p>{t(title)}</p>}
            {shown.map(entry => (
              <Entry key={entry.name} entry={entry} />
            ))}
          </div>
        );
      })}
    </div>
  );
};

const Entry = ({ entry }: { entry: MenuEntry }) => {
  const t = useT();
  const { pathname } = useLocation();
  const Icon = menuIcons[entry.section];
  return (
    <Link to={entry.link} aria-current={currentEntry(pathname) === entry ? 'page' : undefined}>
      {Icon && <Icon />}
      <span>{t(titleOf(entry.section))}</span>
    </Link>
  );
};

/** The longest matching link wins, because some links are prefixes of others. */
const currentEntry = (pathname: string): MenuEntry | undefined =>
  navigation
    .filter(({ link }) => pathname === link || (link !== HOME && pathname.startsWith(`${link}/`)))
    .toSorted((a, b) => b.link.length - a.link.length)[0];

/** Focuses the first link on open, for keyboard and screen reader users; closes after navigation. */
const useDrawer = (isOpen: boolean, onClose: () => void) => {
  const drawer = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (isOpen) drawer.current?.querySelector('a')?.focus();
  }, [isOpen]);
  useEffect(() => {
    onClose();
  }, [pathname, onClose]);
  return drawer;
};
