import Popover from '@mui/material/Popover';
import { useRef, useState } from 'react';
import { useT } from '#providers/i18nProvider.ts';
import { useTellFailure } from '#providers/NoticeGate.tsx';
import { useNotifications, useReading } from '#providers/notifications.ts';
import { Button } from '#resources/schema/ui/Button.tsx';
import { ReadFailed } from '#resources/schema/ui/ReadFailed.tsx';
import { NotificationRow } from './NotificationRow.tsx';
import styles from './Notifications.module.css';

interface NotificationsProps {
  anchor: HTMLElement;
  onClose: () => void;
}

/** What happened without the person, the newest first, each with the way to it. */
export const Notifications = ({ anchor, onClose }: NotificationsProps) => {
  const t = useT();
  const { items, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotifications();
  const read = useTolerantReading();
  // Who follows a link is taken on by the page that it leads to.
  const [isLeaving, setLeaving] = useState(false);
  const follow = () => {
    setLeaving(true);
    onClose();
  };
  const title = useRef<HTMLHeadingElement>(null);
  // The button goes once all is read: the focus stays in the list.
  const readAll = (until: number) => {
    title.current?.focus();
    read({ until });
  };
  const newest = items?.[0];
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      disableRestoreFocus={isLeaving}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('notifications.title'), className: styles['paper'] } }}
    >
      <div className={styles['head']}>
        <h2 ref={title} tabIndex={-1}>
          {t('notifications.title')}
        </h2>
        {newest && items.some(({ read_at }) => !read_at) && (
          <Button color="inherit" onClick={() => readAll(newest.id)}>
            {t('notifications.readAll')}
          </Button>
        )}
      </div>
      {!items && error && <ReadFailed error={error} onRetry={() => void refetch()} />}
      {!items && !error && <Skeleton />}
      {items?.length === 0 && <Nothing />}
      <ul className={styles['list']}>
        {items?.map(item => (
          <NotificationRow key={item.id} item={item} onFollow={follow} onRead={() => read({ ids: [item.id] })} />
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles['more']}>
          <Button color="inherit" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('notifications.more')}
          </Button>
        </div>
      )}
    </Popover>
  );
};

/** Marks read; a failure is told, and what was not marked stays as it was. */
const useTolerantReading = () => {
  const reading = useReading();
  const tell = useTellFailure();
  return (which: Parameters<typeof reading>[0]): void => {
    reading(which).catch((error: unknown) => {
      if (!tell(error)) throw error;
    });
  };
};

const Nothing = () => {
  const t = useT();
  return (
    <div className={styles['none']}>
      <p>{t('notifications.none')}</p>
      <p>{t('notifications.noneHint')}</p>
    </div>
  );
};

/** As high as three notifications, so that nothing jumps. */
const Skeleton = () => <div className={styles['skeleton']} role="progressbar" aria-label={useT()('shell.loading')} />;
