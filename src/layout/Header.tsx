import MenuIcon from '@mui/icons-material/Menu';
import type { RefObject } from 'react';
import { rolesWithoutSearch } from '#contract/roles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useProfile } from '#providers/session/profile.ts';
import { IconButton } from '#ui/Button.tsx';
import { LanguageChoice, ThemeChoice } from './AppearanceChoices.tsx';
import { ConnectionStatus } from './ConnectionStatus.tsx';
import { DraftLink } from './DraftLink.tsx';
import { GlobalSearch } from './GlobalSearch.tsx';
import styles from './Header.module.css';
import { NotificationBell } from './NotificationBell.tsx';
import { RunningJobs } from './RunningJobs.tsx';
import { UserMenu } from './UserMenu.tsx';
import { useIsPhone } from './useIsPhone.ts';

interface HeaderProps {
  /** Receives the focus when the drawer closes. */
  menuButton: RefObject<HTMLButtonElement | null>;
  isMenuOpen: boolean;
  onOpenMenu: () => void;
  onHelp: () => void;
}

export const Header = ({ menuButton, isMenuOpen, onOpenMenu, onHelp }: HeaderProps) => {
  const t = useT();
  const profile = useProfile();
  const isPhone = useIsPhone();
  return (
    <header className={styles['header']} inert={isMenuOpen}>
      {isPhone && (
        <IconButton
          ref={menuButton}
          className={styles['choice']}
          aria-label={t('shell.menuOpen')}
          aria-expanded={isMenuOpen}
          aria-controls="menu"
          onClick={onOpenMenu}
        >
          <MenuIcon />
        </IconButton>
      )}
      <span className={styles['space']}>
        {/* §6: five roles have no global search. */}
        {!rolesWithoutSearch.has(profile?.role.slug ?? '') && <GlobalSearch />}
      </span>
      <DraftLink />
      <RunningJobs />
      <ConnectionStatus />
      <NotificationBell />
      {!isPhone && (
        <>
          <LanguageChoice />
          <ThemeChoice />
        </>
      )}
      <UserMenu onHelp={onHelp} />
    </header>
  );
};
