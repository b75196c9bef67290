import BellIcon from '@mui/icons-material/NotificationsNone';
import { Suspense, useState } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useUnreadCount } from '#providers/realtime/notifications.ts';
import { IconButton } from '#ui/Button.tsx';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import styles from './Header.module.css';
import { Notifications } from './Notifications.tsx';

const UndoRunDialog = lazyScreen(async () => (await import('#resources/undo/UndoRunDialog.tsx')).UndoRunDialog);

/** Larger numbers do not fit the badge. */
const MAX_COUNT = 99;

export const NotificationBell = () => {
  const t = useT();
  const unreadCount = useUnreadCount();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [undoRun, setUndoRun] = useState<number | null>(null);
  const onClose = () => setAnchor(null);
  const openUndo = (runId: number) => {
    onClose();
    setUndoRun(runId);
  };
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
      {anchor && <Notifications {...{ anchor, onClose }} onOpenUndo={openUndo} />}
      {undoRun !== null && (
        <Suspense>
          <UndoRunDialog runId={undoRun} onClose={() => setUndoRun(null)} />
        </Suspense>
      )}
    </>
  );
};
