import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNotificationContext, useTranslate } from 'react-admin';
import { type HeldWrite, useUndoQueue } from '#providers/cache/undo.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
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
  /** The write that it can still undo; sent when it goes. */
  held: HeldWrite | undefined;
}

/** So many at once: the messages that one answer may show, and how many there are besides. */
const MOST = 6;
/** How long each kind stays, in ms, a long text as long as it takes to read. */
const STAYS: Record<Kind, number> = { success: 4000, info: 4000, warning: 6000, error: 8000 };
const PER_CHARACTER = 60;

/**
 * What the person is told in passing, all of it at once, the newest last: react-admin's own way is one after the
 * other, so that a notice comes long after what it tells of.
 */
export const Notices = () => {
  const { shown, close } = useShown();
  return (
    <div className={styles['notices']} aria-live="polite">
      {shown.map(notice => (
        <Passing key={notice.key} notice={notice} onClose={close} />
      ))}
    </div>
  );
};

/** Takes what is to be told from where react-admin keeps it, and with it the write that it can undo. */
const useShown = () => {
  const translate = useTranslate();
  const queue = useUndoQueue();
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
      const { group, autoHideDuration, undoable } = notificationOptions ?? {};
      const held = undoable ? queue.take() : undefined;
      return { key: count.current, kind: type, text, group, stays: autoHideDuration ?? null, held };
    });
    setShown(before => come.reduce(withNotice, before).slice(-MOST));
  }, [notifications, setNotifications, translate, queue]);
  useSendingOfGone(shown);
  const close = useCallback((key: number) => setShown(before => before.filter(notice => notice.key !== key)), []);
  return { shown, close };
};

/** Sends the write of a notice that is shown no more, whether its time was up, it was closed or newer ones took its place. */
const useSendingOfGone = (shown: readonly Shown[]): void => {
  const before = useRef(shown);
  useEffect(() => {
    for (const notice of before.current) if (!shown.includes(notice)) notice.held?.send();
    before.current = shown;
  }, [shown]);
};

const withNotice = (shown: readonly Shown[], notice: Shown): readonly Shown[] => [
  ...shown.filter(({ group }) => group === undefined || group !== notice.group),
  notice,
];

/** Goes by itself, but not while somebody points at it or is in it. */
const Passing = ({
  notice: { key, kind, text, held, ...told },
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
  const undo = () => {
    held?.undo();
    dismiss();
  };
  return (
    <Notice
      kind={kind}
      isFloating
      onClose={dismiss}
      actions={held && <Button onClick={undo}>{t('shell.undo')}</Button>}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={event => {
        hold(true);
        cameFrom.current = event.relatedTarget instanceof HTMLElement ? event.relatedTarget : null;
      }}
      onBlur={() => hold(false)}
    >
      {text}
    </Notice>
  );
};
