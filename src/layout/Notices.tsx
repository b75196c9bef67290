import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNotificationContext, useTranslate } from 'react-admin';
import { type PendingMutation, useUndoQueue } from '#providers/cache/undo.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './Notices.module.css';

type Notification = ReturnType<typeof useNotificationContext>['notifications'][number];
type Kind = Notification['type'];

/** A notice on screen. */
interface Shown {
  key: number;
  kind: Kind;
  text: ReactNode;
  /** Replaces an earlier notice of the same group: once an import has ended, "started" is outdated. */
  group: unknown;
  /** Display time in ms; null for the default of its kind. */
  stays: number | null;
  /** The mutation that Undo would cancel; sent when the notice disappears. */
  held: PendingMutation | undefined;
}

/** One response can produce five messages and a count of the rest. */
const MOST = 6;
/** Minimum display time by kind, in ms; long texts stay as long as reading them takes. */
const STAYS: Record<Kind, number> = { success: 4000, info: 4000, warning: 6000, error: 8000 };
const PER_CHARACTER = 60;

/**
 * Shows notices simultaneously, newest last. react-admin shows them one after another, so that a notice could appear
 * long after its cause.
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

/** Moves notifications out of react-admin's queue, and undoable mutations out of ours. */
const useShown = () => {
  const translate = useTranslate();
  const queue = useUndoQueue();
  const { notifications, setNotifications } = useNotificationContext();
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const count = useRef(0);
  useEffect(() => {
    if (notifications.length === 0) return;
    // Remove only the ones taken: more may have arrived since this render.
    setNotifications(now => now.filter(one => !notifications.includes(one)));
    const come = notifications.map(({ message, type, notificationOptions }): Shown => {
      count.current += 1;
      const text = typeof message === 'string' ? translate(message, notificationOptions?.messageArgs) : message;
      const { group, autoHideDuration, undoable } = notificationOptions ?? {};
      const held = undoable ? queue.dequeue() : undefined;
      return { key: count.current, kind: type, text, group, stays: autoHideDuration ?? null, held };
    });
    setShown(before => come.reduce(withNotice, before).slice(-MOST));
  }, [notifications, setNotifications, translate, queue]);
  useSendingOfGone(shown);
  const close = useCallback((key: number) => setShown(before => before.filter(notice => notice.key !== key)), []);
  return { shown, close };
};

/** Sends the mutation of a notice that disappeared, whether it timed out, was closed or displaced. */
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

/** Closes after a timeout, which pauses on hover and focus so that users can finish reading. */
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
