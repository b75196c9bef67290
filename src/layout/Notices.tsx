import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutline';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import SuccessIcon from '@mui/icons-material/TaskAlt';
import WarningIcon from '@mui/icons-material/WarningAmber';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNotificationContext, useTranslate } from 'react-admin';
import { useT } from '#providers/i18nProvider.ts';
import styles from './Notices.module.css';

type Notification = ReturnType<typeof useNotificationContext>['notifications'][number];
type Kind = Notification['type'];

/** A notice on the screen. */
interface Shown {
  key: number;
  kind: Kind;
  text: ReactNode;
  /** Of one group only the newest is shown: an import that has ended has not just begun. */
  group: unknown;
  /** How long it stays, in ms, where whoever says it knows. */
  stays: number | null;
}

/** So many at once: the messages that one answer may show, and how many there are besides. */
const MOST = 6;
/** How long each kind stays, in ms, a long text as long as it takes to read. */
const STAYS: Record<Kind, number> = { success: 4000, info: 4000, warning: 6000, error: 8000 };
const PER_CHARACTER = 60;

const icons = { success: SuccessIcon, info: InfoIcon, warning: WarningIcon, error: ErrorIcon } as const;

/**
 * What the person is told in passing, all of it at once, the newest last: react-admin's own way is one after the
 * other, so that a notice comes long after what it tells of.
 */
export const Notices = () => {
  const { shown, close } = useShown();
  return (
    <div className={styles['notices']} aria-live="polite">
      {shown.map(notice => (
        <Notice key={notice.key} notice={notice} onClose={close} />
      ))}
    </div>
  );
};

/** Takes what is to be told from where react-admin keeps it. */
const useShown = () => {
  const translate = useTranslate();
  const { notifications, setNotifications } = useNotificationContext();
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const count = useRef(0);
  useEffect(() => {
    if (notifications.length === 0) return;
    // Those that came since this was drawn are left for the next time.
    setNotifications(now => now.filter(one => !notifications.includes(one)));
    const come = notifications.map(({ message, type, notificationOptions }): Shown => {
      count.current += 1;
      const text = typeof message === 'string' ? translate(message, notificationOptions?.messageArgs) : message;
      const { group, autoHideDuration } = notificationOptions ?? {};
      return { key: count.current, kind: type, text, group, stays: autoHideDuration ?? null };
    });
    setShown(before => come.reduce(withNotice, before).slice(-MOST));
  }, [notifications, setNotifications, translate]);
  const close = useCallback((key: number) => setShown(before => before.filter(notice => notice.key !== key)), []);
  return { shown, close };
};

const withNotice = (shown: readonly Shown[], notice: Shown): readonly Shown[] => [
  ...shown.filter(({ group }) => group === undefined || group !== notice.group),
  notice,
];

const Notice = ({
  notice: { key, kind, text, ...told },
  onClose,
}: {
  notice: Shown;
  onClose: (key: number) => void;
}) => {
  const t = useT();
  const [isHeld, hold] = useState(false);
  const cameFrom = useRef<HTMLElement | null>(null);
  const stays = told.stays ?? Math.max(STAYS[kind], PER_CHARACTER * String(text).length);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => onClose(key), stays);
    return () => clearTimeout(timer);
  }, [isHeld, key, stays, onClose]);
  const dismiss = () => {
    cameFrom.current?.focus();
    onClose(key);
  };
  const Icon = icons[kind];
  return (
    <div
      className={styles['notice']}
      role={kind === 'error' ? 'alert' : undefined}
      data-notice={kind}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={event => {
        hold(true);
        cameFrom.current = event.relatedTarget instanceof HTMLElement ? event.relatedTarget : null;
      }}
      onBlur={() => hold(false)}
    >
      <Icon />
      <p>{text}</p>
      <button type="button" aria-label={t('shell.noticeClose')} onClick={dismiss}>
        <CloseIcon />
      </button>
    </div>
  );
};
