import BellIcon from '@mui/icons-material/NotificationsNone';
import { useState } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useUnreadCount } from '#providers/realtime/notifications.ts';
import { IconButton } from '#ui/Button.tsx';
import styles from './Header.module.css';
import { Notifications } from './Notifications.tsx';

/** Larger numbers do not fit the badge. */
const MAX_COUNT = 99;

export const NotificationBell = () => {
  const t = useT();
  const unreadCount = useUnreadCount();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        className={styles['choice']}
        aria-label={unreadCount > 0 ? t('notifications.bell', { unread: unreadCount }) : t('notifications.title')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <span className={styles['bell']} data-unread={unreadCount > 0 ? Math.min(unreadCount, MAX_COUNT) : undefined}>
          <BellIcon />
        </span>
      </IconButton>
      {anchor && <Notifications anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
};
