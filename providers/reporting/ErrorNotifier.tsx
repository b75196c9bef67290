import { type Query, useQueryClient } from '@tanstack/react-query';
import { AddNotificationContext, useAddNotificationContext } from 'ra-core';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { failureOf } from '../http/httpError.ts';
import { useT } from '../locale/i18nProvider.ts';
import { createNoticeFilter, noticeOf } from './notices.ts';

type Notification = Parameters<ReturnType<typeof useAddNotificationContext>>[0];
/** Shows a notice of a failed call by the table of effects; false when the error is of another family. */
type NotifyError = (error: unknown) => boolean;

/** A message may be a text already, the server's or ours: then it is said as it stands. */
const asSaid = (notification: Notification): Notification => ({
  ...notification,
  notificationOptions: {
    ...notification.notificationOptions,
    messageArgs: { _: notification.message, ...notification.notificationOptions?.messageArgs },
  },
});

const NotifyErrorContext = createContext<NotifyError | null>(null);

/**
 * Around the screens, inside react-admin: the one place that turns failures into notices (§8). Keeps silent errors
 * silent, says the same once, and tells of every read that fails unless a screen says it in its place.
 */
export const ErrorNotifier = ({ children }: { children: ReactNode }) => {
  const t = useT();
  const add = useAddNotificationContext();
  const passes = useMemo(() => createNoticeFilter(), []);
  const gated = useMemo(
    () => (notification: Notification) => {
      if (notification.type !== 'error' || passes(notification.message)) add(asSaid(notification));
    },
    [add, passes],
  );
  const notifyError = useMemo(
    (): NotifyError => error => {
      const failure = failureOf(error);
      if (!failure) return false;
      const notice = noticeOf(failure, (key, values) => t(`errors.${key}`, values));
      // Unreadable answers each name their call: ten of them at once are one fault all the same.
      const family = failure.kind === 'unreadable' ? failure.kind : notice?.text;
      if (notice && passes(notice.text, family)) add(asSaid({ message: notice.text, type: notice.type }));
      return true;
    },
    [add, passes, t],
  );
  useFailedReads(notifyError);
  return (
    <NotifyErrorContext.Provider value={notifyError}>
      <AddNotificationContext.Provider value={gated}>{children}</AddNotificationContext.Provider>
    </NotifyErrorContext.Provider>
  );
};

/** `meta` of a query whose failure the screen says itself, in the place of what it could not read. */
export const shownInPlace = { isShownInPlace: true } as const;

/** Reads of a page of react-admin's: the screens that make them say what became of them. */
const ofScreens: ReadonlySet<unknown> = new Set(['getList', 'getOne']);
const isShownInPlace = ({ meta, queryKey }: Query): boolean =>
  meta?.['isShownInPlace'] === true || ofScreens.has(queryKey[1]);

/** Shows a notice for each read that has failed for good. */
const useFailedReads = (notifyError: NotifyError): void => {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getQueryCache().subscribe(event => {
        if (event.type === 'updated' && event.action.type === 'error' && !isShownInPlace(event.query))
          notifyError(event.action.error);
      }),
    [client, notifyError],
  );
};

/** Shows a notice of a failed call, once however many fail at once. @throws outside `<ErrorNotifier>` */
export const useNotifyError = (): NotifyError => {
  const notifyError = useContext(NotifyErrorContext);
  if (!notifyError) throw new Error('useNotifyError must be called below <ErrorNotifier>');
  return notifyError;
};

/** Shows a notice of a read that failed, where the screen has no place for it. */
export const useReadError = (error: unknown): void => {
  const notifyError = useNotifyError();
  useEffect(() => {
    if (error) notifyError(error);
  }, [error, notifyError]);
};
