import { useRef, useState } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useMarkRead, useNotifications } from '#providers/realtime/notifications.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { Button } from '#ui/Button.tsx';
import { Popover } from '#ui/Popover.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { NotificationRow } from './NotificationRow.tsx';
import styles from './Notifications.module.css';

interface NotificationsProps {
  anchor: HTMLElement;
  onClose: () => void;
  onOpenUndo: (runId: number) => void;
}

export const Notifications = ({ anchor, onClose, onOpenUndo }: NotificationsProps) => {
  const t = useT();
  const { items, error, retry, more } = useNotifications();
  const markRead = useMarkReadOrNotify();
  // After following a link, the page it leads to takes the focus, so the popover must not restore it.
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    onClose();
  };
  const title = useRef<HTMLHeadingElement>(null);
  // The button disappears and the focus would be lost, so the focus moves to the title.
  const readAll = (untilId: number) => {
    title.current?.focus();
    markRead({ until: untilId });
  };
  const newestItem = items?.[0];
  return (
    <Popover
      label={t('notifications.title')}
      anchor={anchor}
      onClose={onClose}
      align="end"
      skipsFocusRestore={isLeaving}
      className={styles['paper']}
    >
      <div className={styles['head']}>
        <h2 ref={title} tabIndex={-1}>
          {t('notifications.title')}
        </h2>
        {newestItem && items.some(({ read_at }) => !read_at) && (
          <Button onClick={() => readAll(newestItem.id)}>{t('notifications.readAll')}</Button>
        )}
      </div>
      {!items && error && <ReadError error={error} onRetry={retry} />}
      {!items && !error && <NotificationsSkeleton />}
      {items?.length === 0 && <NoNotifications />}
      <ul className={styles['list']}>
        {items?.map(item => (
          <NotificationRow
            key={item.id}
            {...{ item, onOpenUndo }}
            onFollow={leave}
            onRead={() => markRead({ ids: [item.id] })}
          />
        ))}
      </ul>
      {more && (
        <div className={styles['more']}>
          <Button loading={more.isReading} onClick={more.read}>
            {t('notifications.more')}
          </Button>
        </div>
      )}
    </Popover>
  );
};

/** Shows a notice on failure. There is nothing to revert, since the update is not optimistic. */
const useMarkReadOrNotify = () => {
  const markRead = useMarkRead();
  const notifyError = useNotifyError();
  return (selection: Parameters<typeof markRead>[0]): void => {
    markRead(selection).catch((error: unknown) => {
      if (!notifyError(error)) throw error;
    });
  };
};

const NoNotifications = () => {
  const t = useT();
  return (
    <div className={styles['none']}>
      <p>{t('notifications.none')}</p>
      <p>{t('notifications.noneHint')}</p>
    </div>
  );
};

/** As tall as three notifications, so that the popover does not jump. */
const NotificationsSkeleton = () => (
  <div className={styles['skeleton']} role="progressbar" aria-label={useT()('shell.loading')} />
);
