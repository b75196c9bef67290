import OtherIcon from '@mui/icons-material/ArticleOutlined';
import MenuOpenIcon from '@mui/icons-material/MenuOpen';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { HOME_PATH } from '#contract/addresses.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Pressable } from '#ui/Button.tsx';
import { groupItems, type MenuItem, menuIcons, useMenu } from '../menu.ts';
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
        <Link to={HOME_PATH} className={styles['brand']} aria-label={t('session.product')}>
          <Wordmark />
        </Link>
        <MenuGroups />
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

const MenuGroups = () => {
  const t = useT();
  const menu = useMenu();
  const { pathname } = useLocation();
  const current = findCurrentItem(menu, pathname);
  return (
    <div className={styles['groups']}>
      {groupItems(menu).map(({ title, items }, index) => (
        <div key={index} className={styles['group']}>
          {title && <p>{t(title)}</p>}
          {items.map(item => (
            <MenuLink key={item.link} item={item} isCurrent={item === current} />
          ))}
        </div>
      ))}
    </div>
  );
};

const MenuLink = ({ item: { link, title, entry }, isCurrent }: { item: MenuItem; isCurrent: boolean }) => {
  const Icon = (entry && menuIcons[entry.section]) ?? OtherIcon;
  return (
    <Link to={link} aria-current={isCurrent ? 'page' : undefined}>
      <Icon />
      <span>{title}</span>
    </Link>
  );
};

/** Picks the longest matching link, because some links are prefixes of others. */
const findCurrentItem = (items: readonly MenuItem[], pathname: string): MenuItem | undefined =>
  items
    .filter(({ link }) => pathname === link || (link !== HOME_PATH && pathname.startsWith(`${link}/`)))
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
