import LogoutIcon from '@mui/icons-material/Logout';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useLocaleState, useLogout, useStore } from 'react-admin';
import type { Locale } from '#i18n/messages.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useProfile } from '#providers/profile.ts';
import { useLeaving } from '#resources/schema/ui/LeaveDialog.tsx';
import styles from './Header.module.css';
import { type Density, densities, type ThemeChoice, themes } from './useAppearance.ts';

const locales: Record<Locale, string> = { ru: 'Русский', en: 'English' };

/** The signed-in person, how the product looks to them, and the way out. */
export const PersonMenu = () => {
  const t = useT();
  const profile = useProfile();
  const logout = useLogout();
  const [askToLeave, question] = useLeaving();
  const choices = useAppearanceChoices();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!profile) return null;
  const name = [profile.first_name, profile.last_name].filter(Boolean).join(' ');
  return (
    <>
      <button
        type="button"
        className={styles['person']}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-label={`${t('shell.profile')}: ${name}`}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <span
          className={styles['initials']}
          data-initials={(profile.first_name[0] ?? '') + (profile.last_name[0] ?? '')}
          aria-hidden="true"
        />
        <span>{name}</span>
      </button>
      <Menu
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        variant="menu"
      >
        <Who name={name} role={profile.role.name} />
        <Divider component="li" />
        {choices}
        <Divider component="li" />
        <MenuItem
          onClick={() => {
            setAnchor(null);
            askToLeave(() => void logout());
          }}
        >
          <ListItemIcon>
            <LogoutIcon fontSize="small" />
          </ListItemIcon>
          {t('shell.signOut')}
        </MenuItem>
      </Menu>
      {question}
    </>
  );
};

const Who = ({ name, role }: { name: string; role: string }) => (
  <li className={styles['who']} role="presentation">
    {name}
    <small>{role}</small>
  </li>
);
/** MUI's menu looks for the first item to focus among its children, and asks them so. */
Who.muiSkipListHighlight = true;

/** Theme, density and language, as children of the menu itself: only among those it moves the focus. */
const useAppearanceChoices = () => {
  const t = useT();
  const [theme, setTheme] = useStore<ThemeChoice>('preferences.theme', 'system');
  const [density, setDensity] = useStore<Density>('preferences.density', 'comfortable');
  const [locale, setLocale] = useLocaleState();
  return [
    <Choice key="theme" title={t('shell.theme.title')} />,
    ...themes.map(choice => (
      <Option
        key={choice}
        text={t(`shell.theme.${choice}`)}
        isChosen={theme === choice}
        onChoose={() => setTheme(choice)}
      />
    )),
    <Choice key="density" title={t('shell.density.title')} />,
    ...densities.map(choice => (
      <Option
        key={choice}
        text={t(`shell.density.${choice}`)}
        isChosen={density === choice}
        onChoose={() => setDensity(choice)}
      />
    )),
    <Choice key="language" title={t('shell.language')} />,
    ...Object.entries(locales).map(([code, text]) => (
      <Option key={code} text={text} isChosen={locale === code} onChoose={() => setLocale(code)} />
    )),
  ];
};

const Choice = ({ title }: { title: string }) => (
  <ListSubheader role="presentation" sx={{ lineHeight: '28px', background: 'none', fontSize: 12 }}>
    {title}
  </ListSubheader>
);
Choice.muiSkipListHighlight = true;

interface OptionProps {
  text: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** Other props are the menu's own. */
const Option = ({ text, isChosen, onChoose, ...item }: OptionProps) => (
  <MenuItem {...item} role="menuitemradio" aria-checked={isChosen} selected={isChosen} onClick={onChoose}>
    {text}
  </MenuItem>
);
