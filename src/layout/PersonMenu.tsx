import ProfileIcon from '@mui/icons-material/AccountCircleOutlined';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import PasswordIcon from '@mui/icons-material/LockOutlined';
import LogoutIcon from '@mui/icons-material/Logout';
import { type ComponentType, Suspense, useState } from 'react';
import { useLogout, useStore } from 'react-admin';
import { RELEASE } from '#contract/limits.ts';
import type { Profile } from '#contract/session.ts';
import { useApi } from '#providers/ApiContext.tsx';
import { useActAs } from '#providers/actAs.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useProfile } from '#providers/profile.ts';
import { lazyScreen } from '#resources/schema/ui/lazyScreen.tsx';
import { Divider, ListItemIcon, ListSubheader, Menu, MenuItem } from '#resources/schema/ui/overlays.tsx';
import { useLeaving } from '#resources/schema/ui/useLeaving.tsx';
import styles from './Header.module.css';
import { MenuOption } from './MenuOption.tsx';
import { type Density, densities } from './useAppearance.ts';

const ProfileDialog = lazyScreen(() => import('./ProfileDialog.tsx').then(module => module.ProfileDialog), {
  isSmall: true,
});
const PasswordDialog = lazyScreen(() => import('./PasswordDialog.tsx').then(module => module.PasswordDialog), {
  isSmall: true,
});

/** The signed-in person: who they are, how dense their lists stand, their password, and the way out. */
export const PersonMenu = ({ onHelp }: { onHelp: () => void }) => {
  const t = useT();
  const profile = useProfile();
  const { isActing } = useActAs();
  const logout = useLogout();
  const [askToLeave, question] = useLeaving();
  const densityChoices = useDensityChoices();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<OwnDialogProps['of'] | null>(null);
  if (!profile) return null;
  const name = [profile.first_name, profile.last_name].filter(Boolean).join(' ');
  const closing = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  return (
    <>
      <PersonButton profile={profile} name={name} isOpen={Boolean(anchor)} onOpen={setAnchor} />
      <Menu
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        variant="menu"
      >
        <Note text={name} more={profile.role.name} />
        <Divider component="li" />
        {densityChoices}
        <Divider component="li" />
        {/* An account is its person's: nobody changes it while acting as them. */}
        {!isActing() && [
          <Action
            key="profile"
            icon={ProfileIcon}
            text={t('people.profile.open')}
            onClick={closing(() => setOpen('profile'))}
          />,
          <Action
            key="password"
            icon={PasswordIcon}
            text={t('shell.password.open')}
            onClick={closing(() => setOpen('password'))}
          />,
        ]}
        <Action icon={KeyboardIcon} text={t('shell.shortcuts.title')} onClick={closing(onHelp)} />
        <Divider component="li" />
        <Action icon={LogoutIcon} text={t('shell.signOut')} onClick={closing(() => askToLeave(() => void logout()))} />
        <Note more={`${t('session.version')} ${RELEASE}`} />
      </Menu>
      {question}
      {open && <OwnDialog of={open} profile={profile} onClose={() => setOpen(null)} />}
    </>
  );
};

interface OwnDialogProps {
  of: 'profile' | 'password';
  profile: Profile;
  onClose: () => void;
}

const OwnDialog = ({ of, profile, onClose }: OwnDialogProps) => (
  <Suspense>
    {of === 'profile' ? <ProfileDialog {...{ profile, onClose }} /> : <PasswordDialog onClose={onClose} />}
  </Suspense>
);

interface PersonButtonProps {
  profile: Profile;
  name: string;
  isOpen: boolean;
  onOpen: (button: HTMLElement) => void;
}

const PersonButton = ({ profile, name, isOpen, onOpen }: PersonButtonProps) => (
  <button
    type="button"
    className={styles['person']}
    aria-haspopup="menu"
    aria-expanded={isOpen}
    aria-label={`${useT()('shell.profile')}: ${name}`}
    onClick={event => onOpen(event.currentTarget)}
  >
    <Face profile={profile} />
    <span>{name}</span>
  </button>
);

/** The photo of somebody, or their initials where there is none or it does not come. */
const Face = ({ profile: { first_name, last_name, avatar } }: { profile: Profile }) => {
  const { addressOf } = useApi();
  const [missing, setMissing] = useState<string | null>(null);
  if (avatar && avatar.url !== missing)
    return (
      <img
        className={styles['initials']}
        src={addressOf(avatar.url)}
        alt=""
        width={28}
        height={28}
        onError={() => setMissing(avatar.url)}
      />
    );
  const initials = (first_name[0] ?? '') + (last_name[0] ?? '');
  return <span className={styles['initials']} data-initials={initials} aria-hidden="true" />;
};

/** Words among the items. */
const Note = ({ text, more }: { text?: string; more: string }) => (
  <li className={styles['note']} role="presentation">
    {text}
    <small>{more}</small>
  </li>
);
/** MUI's menu looks for the first item to focus among its children, and asks them so. */
Note.muiSkipListHighlight = true;

interface ActionProps {
  icon: ComponentType<{ fontSize: 'small' }>;
  text: string;
  onClick: () => void;
}

/** Other props are the menu's own. */
const Action = ({ icon: Icon, text, onClick, ...item }: ActionProps) => (
  <MenuItem {...item} onClick={onClick}>
    <ListItemIcon>
      <Icon fontSize="small" />
    </ListItemIcon>
    {text}
  </MenuItem>
);

/** Children of the menu itself: only among those it moves the focus. */
const useDensityChoices = () => {
  const t = useT();
  const [density, setDensity] = useStore<Density>('preferences.density', 'comfortable');
  return [
    <GroupTitle key="density" title={t('shell.density.title')} />,
    ...densities.map(choice => (
      <MenuOption
        key={choice}
        text={t(`shell.density.${choice}`)}
        isChosen={density === choice}
        onChoose={() => setDensity(choice)}
      />
    )),
  ];
};

const GroupTitle = ({ title }: { title: string }) => (
  <ListSubheader role="presentation" className={styles['group'] ?? ''}>
    {title}
  </ListSubheader>
);
GroupTitle.muiSkipListHighlight = true;
