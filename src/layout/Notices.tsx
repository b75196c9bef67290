import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNotificationContext, useTranslate } from 'react-admin';
import { createPortal } from 'react-dom';
import { type PendingMutation, useUndoQueue } from '#providers/cache/undo.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { SAVE_NOTICE_GROUP, splitNotice } from '#providers/reporting/notices.ts';
import { Button } from '#ui/Button.tsx';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './Notices.module.css';
import { NOTICE_KEY, useNoticeRegion } from './useNoticeRegion.ts';

type Notification = ReturnType<typeof useNotificationContext>['notifications'][number];
type NoticeKind = Notification['type'];

interface ShownNotice {
  key: number;
  kind: NoticeKind;
  text: ReactNode;
  /** Replaces an earlier notice of the same group: once an import has ended, "started" is outdated. */
  group: unknown;
  displayTime: number | null;
  /** Sent only when the notice disappears, because until then Undo can still cancel it. */
  mutation: PendingMutation | undefined;
  /** The batch of the write that the notice is about, which can be undone. */
  batchId: number | null;
}

/** A single response can produce five messages and a count of the rest. */
const MAX_NOTICES = 6;
/** The minimum display time by kind, in ms. Long texts stay for as long as it takes to read them. */
const MIN_DISPLAY_MS: Record<NoticeKind, number> = { success: 4000, info: 4000, warning: 6000, error: 8000 };
const MS_PER_CHARACTER = 60;
/** In ms, so that there is time to decide on an undo. */
const UNDO_DISPLAY_MS = 10_000;
/** In ms, so that there is time to write down the id of a request. */
const ID_DISPLAY_MS = 30_000;

const UndoDialog = lazyScreen(async () => (await import('#resources/undo/UndoDialog.tsx')).UndoDialog);

/**
 * Shows notices simultaneously, newest last. react-admin shows them one after another, so that a notice could appear
 * long after its cause.
 */
export const Notices = () => {
  const { shown, close } = useNoticeQueue();
  const { ref, onFocus, returnFocus } = useNoticeRegion();
  const [undoneId, setUndoneId] = useState<number | null>(null);
  return (
    <>
      {createPortal(
        <div ref={ref} className={styles['notices']} aria-live="polite" onFocus={onFocus}>
          {shown.map(notice => (
            <NoticeToast
              key={notice.key}
              notice={notice}
              onClose={close}
              onUndo={setUndoneId}
              returnFocus={returnFocus}
            />
          ))}
        </div>,
        document.body,
      )}
      {undoneId !== null && (
        <Suspense>
          <UndoDialog batchId={undoneId} onClose={() => setUndoneId(null)} />
        </Suspense>
      )}
    </>
  );
};

const useNoticeQueue = () => {
  const translate = useTranslate();
  const queue = useUndoQueue();
  const { notifications, setNotifications } = useNotificationContext();
  const [shownNotices, setShownNotices] = useState<readonly ShownNotice[]>([]);
  const count = useRef(0);
  useEffect(() => {
    if (notifications.length === 0) return;
    // Removes only the handled notices, because more may have arrived since this render.
    setNotifications(now => now.filter(notification => !notifications.includes(notification)));
    const newNotices = notifications.map(({ message, type, notificationOptions }): ShownNotice => {
      count.current += 1;
      const text = typeof message === 'string' ? translate(message, notificationOptions?.messageArgs) : message;
      const { group, autoHideDuration, undoable, batchId } = notificationOptions ?? {};
      // react-admin shows this message for an invalid form, and also for a rejected save.
      const formGroup = message === 'ra.message.invalid_form' ? SAVE_NOTICE_GROUP : undefined;
      const mutation = undoable ? queue.dequeue() : undefined;
      return {
        key: count.current,
        kind: type,
        text,
        group: group ?? formGroup,
        displayTime: autoHideDuration ?? null,
        mutation,
        batchId: (batchId as number | null | undefined) ?? null,
      };
    });
    setShownNotices(before => newNotices.reduce(addNotice, before).slice(-MAX_NOTICES));
  }, [notifications, setNotifications, translate, queue]);
  useSendOnDisappear(shownNotices);
  const close = useCallback(
    (key: number) => setShownNotices(before => before.filter(notice => notice.key !== key)),
    [],
  );
  return { shown: shownNotices, close };
};

/** Sends the mutation once the notice has disappeared for any reason, because Undo is no longer possible. */
const useSendOnDisappear = (shownNotices: readonly ShownNotice[]): void => {
  const before = useRef(shownNotices);
  useEffect(() => {
    for (const notice of before.current) if (!shownNotices.includes(notice)) notice.mutation?.send();
    before.current = shownNotices;
  }, [shownNotices]);
};

const addNotice = (shownNotices: readonly ShownNotice[], notice: ShownNotice): readonly ShownNotice[] => [
  ...shownNotices.filter(({ group }) => group === undefined || group !== notice.group),
  notice,
];

/** Closes after a timeout, which pauses on hover and focus so that users can finish reading. */
const NoticeToast = ({
  notice: { key, kind, text, mutation, batchId, ...rest },
  onClose,
  onUndo,
  returnFocus,
}: {
  notice: ShownNotice;
  onClose: (key: number) => void;
  onUndo: (batchId: number) => void;
  returnFocus: () => void;
}) => {
  const t = useT();
  // Apart, so that the pointer's leaving does not end the pause of somebody who reached the notice by keyboard.
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPaused = isHovered || isFocused;
  const readingTime = rest.displayTime ?? Math.max(MIN_DISPLAY_MS[kind], MS_PER_CHARACTER * String(text).length);
  const hasId = typeof text === 'string' && splitNotice(text).idLine !== null;
  const canUndo = mutation !== undefined || batchId !== null;
  const displayTime = Math.max(readingTime, canUndo ? UNDO_DISPLAY_MS : 0, hasId ? ID_DISPLAY_MS : 0);
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(() => onClose(key), displayTime);
    return () => clearTimeout(timer);
  }, [isPaused, key, displayTime, onClose]);
  const dismiss = () => {
    returnFocus();
    onClose(key);
  };
  const undo = () => {
    mutation?.undo();
    dismiss();
    if (batchId !== null) onUndo(batchId);
  };
  return (
    <Notice
      kind={kind}
      isFloating
      onClose={dismiss}
      actions={
        canUndo && (
          <Button aria-keyshortcuts={NOTICE_KEY} onClick={undo}>
            {t('shell.undo')}
          </Button>
        )
      }
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {text}
    </Notice>
  );
};
