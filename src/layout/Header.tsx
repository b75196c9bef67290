import MenuIcon from '@mui/icons-material/Menu';
import IconButton from '@mui/material/IconButton';
import { Suspense } from 'react';
import { searchlessRoles } from '#contract/roles.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useProfile } from '#providers/profile.ts';
import { lazyScreen } from '#resources/schema/ui/lazyScreen.tsx';
import { ConnectionMark } from './ConnectionMark.tsx';
import styles from './Header.module.css';
import { PersonMenu } from './PersonMenu.tsx';
import { Wordmark } from './Wordmark.tsx';

const GlobalSearch = lazyScreen(() => import('./GlobalSearch.tsx').then(module => module.GlobalSearch), {
  isSmall: true,
});

/** The bar above every page. §6: five roles have no global search. */
export const Header = ({ onOpenMenu }: { onOpenMenu: () => void }) => {
  const t = useT();
  const profile = useProfile();
  return (
    <header className={styles['header']}>
      <span className={styles['phone']}>
        <IconButton aria-label={t('shell.menuOpen')} onClick={onOpenMenu}>
          <MenuIcon />
        </IconButton>
        <Wordmark />
      </span>
      <span className={styles['space']}>
        {!searchlessRoles.has(profile?.role.slug ?? '') && (
          <Suspense>
            <GlobalSearch />
          </Suspense>
        )}
      </span>
      <ConnectionMark />
      <PersonMenu />
    </header>
  );
};
