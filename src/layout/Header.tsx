import MenuIcon from '@mui/icons-material/Menu';
import SearchIcon from '@mui/icons-material/Search';
import { type RefObject, Suspense, useCallback, useRef, useState } from 'react';
import { searchlessRoles } from '#contract/roles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useProfile } from '#providers/session/profile.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { useWhenIdle } from '#ui/useWhenIdle.ts';
import { LanguageChoice, ThemeChoice } from './AppearanceChoices.tsx';
import { Bell } from './Bell.tsx';
import { ConnectionMark } from './ConnectionMark.tsx';
import { DraftMark } from './DraftMark.tsx';
import styles from './Header.module.css';
import { PersonMenu } from './PersonMenu.tsx';
import { Processes } from './Processes.tsx';
import { useIsPhone } from './useIsPhone.ts';

const GlobalSearch = lazyScreen(() => import('./GlobalSearch.tsx').then(module => module.GlobalSearch), {
  isSmall: true,
});

interface HeaderProps {
  /** The button that opens the menu on a phone. */
  opener: RefObject<HTMLButtonElement | null>;
  isMenuOpen: boolean;
  onOpenMenu: () => void;
  onHelp: () => void;
}

/** The bar above every page: search, the person's draft, what runs, the connection, how it looks, the person. */
export const Header = ({ opener, isMenuOpen, onOpenMenu, onHelp }: HeaderProps) => {
  const t = useT();
  const profile = useProfile();
  const isPhone = useIsPhone();
  return (
    <header className={styles['header']} inert={isMenuOpen}>
      {isPhone && (
        <button
          ref={opener}
          type="button"
          className={styles['choice']}
          aria-label={t('shell.menuOpen')}
          aria-expanded={isMenuOpen}
          aria-controls="menu"
          onClick={onOpenMenu}
        >
          <MenuIcon />
        </button>
      )}
      <span className={styles['space']}>
        {/* §6: five roles have no global search. */}
        {!searchlessRoles.has(profile?.role.slug ?? '') && <Search />}
      </span>
      <DraftMark />
      <Processes />
      <ConnectionMark />
      <Bell />
      {!isPhone && (
        <>
          <LanguageChoice />
          <ThemeChoice />
        </>
      )}
      <PersonMenu onHelp={onHelp} />
    </header>
  );
};

/** Can be typed into from the start; what finds comes when the browser has nothing else to do, or when it is asked for. */
const Search = () => {
  const t = useT();
  const standIn = useRef<HTMLInputElement>(null);
  const [taken, setTaken] = useState<{ text: string; hasFocus: boolean } | null>(null);
  const bring = useCallback(async () => {
    await GlobalSearch.preload();
    setTaken(
      known => known ?? { text: standIn.current?.value ?? '', hasFocus: document.activeElement === standIn.current },
    );
  }, []);
  useWhenIdle(true, bring);
  if (taken)
    return (
      <Suspense>
        <GlobalSearch initialText={taken.text} autoFocus={taken.hasFocus} />
      </Suspense>
    );
  const text = t('shell.searchAll');
  return (
    <label className={styles['search']}>
      <SearchIcon fontSize="small" />
      <input
        ref={standIn}
        aria-label={text}
        placeholder={text}
        autoComplete="off"
        data-shortcut="/"
        onFocus={() => void bring()}
      />
    </label>
  );
};
