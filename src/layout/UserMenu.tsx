import ProfileIcon from '@mui/icons-material/AccountCircleOutlined';
import EmailIcon from '@mui/icons-material/AlternateEmailOutlined';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import PasswordIcon from '@mui/icons-material/LockOutlined';
import LogoutIcon from '@mui/icons-material/Logout';
import { useState } from 'react';
import { useLogout, useStore } from 'react-admin';
import { BUILD, RELEASE } from '#contract/limits.ts';
import type { Profile } from '#contract/session.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useActAs } from '#providers/session/actAs.ts';
import { useProfile } from '#providers/session/profile.ts';
import { Pressable } from '#ui/Button.tsx';
import { Menu, MenuDivider, MenuItem, MenuNote, MenuTitle } from '#ui/Menu.tsx';
import { useConfirmLeave } from '#ui/useConfirmLeave.tsx';
import { EmailDialog } from './EmailDialog.tsx';
import styles from './Header.module.css';
import { PasswordDialog } from './PasswordDialog.tsx';
import { ProfileDialog } from './ProfileDialog.tsx';
import { type Density, densities } from './useAppearance.ts';

export const UserMenu = ({ onHelp }: { onHelp: () => void }) => {
  const t = useT();
  const profile = useProfile();
  const { isActing } = useActAs();
  const logout = useLogout();
  const [askToLeave, question] = useConfirmLeave();
  const densityChoices = useDensityChoices();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<'profile' | 'password' | 'email' | null>(null);
  const close = () => setOpen(null);
  if (!profile) return null;
  const name = [profile.first_name, profile.last_name].filter(Boolean).join(' ');
  const closeAnd = (action: () => void) => () => {
    setAnchor(null);
    action();
  };
  return (
    <>
      <UserMenuButton profile={profile} name={name} isOpen={Boolean(anchor)} onOpen={setAnchor} />
      <Menu anchor={anchor} onClose={() => setAnchor(null)} align="end">
        <MenuNote>
          {name}
          <small>{profile.role.name}</small>
        </MenuNote>
        <MenuDivider />
        {densityChoices}
        <MenuDivider />
        {/* Hidden while acting as another user, because the actor must not change that user's name and password. */}
        {!isActing() && [
          <MenuItem key="profile" icon={ProfileIcon} onClick={closeAnd(() => setOpen('profile'))}>
            {t('people.profile.open')}
          </MenuItem>,
          <MenuItem key="password" icon={PasswordIcon} onClick={closeAnd(() => setOpen('password'))}>
            {t('shell.password.open')}
          </MenuItem>,
          <MenuItem key="email" icon={EmailIcon} onClick={closeAnd(() => setOpen('email'))}>
            {t('shell.email.open')}
          </MenuItem>,
        ]}
        <MenuItem icon={KeyboardIcon} onClick={closeAnd(onHelp)}>
          {t('shell.shortcuts.title')}
        </MenuItem>
        <MenuDivider />
        <MenuItem icon={LogoutIcon} onClick={closeAnd(() => askToLeave(() => void logout()))}>
          {t('shell.signOut')}
        </MenuItem>
        <MenuNote>
          <small>{t('session.version', { release: RELEASE, build: BUILD })}</small>
        </MenuNote>
      </Menu>
      {question}
      {open === 'profile' && <ProfileDialog profile={profile} onClose={close} />}
      {open === 'password' && <PasswordDialog onClose={close} />}
      {open === 'email' && <EmailDialog onClose={close} />}
    </>
  );
};

interface UserButtonProps {
  profile: Profile;
  name: string;
  isOpen: boolean;
  onOpen: (button: HTMLElement) => void;
}

const UserMenuButton = ({ profile, name, isOpen, onOpen }: UserButtonProps) => (
  <Pressable
    className={styles['person']}
    aria-haspopup="menu"
    aria-expanded={isOpen}
    aria-label={`${useT()('shell.profile')}: ${name}`}
    onClick={event => onOpen(event.currentTarget)}
  >
    <UserAvatar profile={profile} />
    <span>{name}</span>
  </Pressable>
);

const UserAvatar = ({ profile: { first_name, last_name, avatar } }: { profile: Profile }) => {
  const { getUrl } = useApi();
  const [isMissing, setIsMissing] = useState<string | null>(null);
  if (avatar && avatar.url !== isMissing)
    return (
      <img
        className={styles['initials']}
        src={getUrl(avatar.url)}
        alt=""
        width={28}
        height={28}
        onError={() => setIsMissing(avatar.url)}
      />
    );
  const initials = (first_name[0] ?? '') + (last_name[0] ?? '');
  return <span className={styles['initials']} data-initials={initials} aria-hidden="true" />;
};

/**
 * A hook that returns an array rather than a component: MUI moves the focus only between direct children of the menu.
 */
const useDensityChoices = () => {
  const t = useT();
  const [density, setDensity] = useStore<Density>('preferences.density', 'comfortable');
  return [
    <MenuTitle key="density">{t('shell.density.title')}</MenuTitle>,
    ...densities.map(densityOption => (
      <MenuItem key={densityOption} isChosen={density === densityOption} onClick={() => setDensity(densityOption)}>
        {t(`shell.density.${densityOption}`)}
      </MenuItem>
    )),
  ];
};
