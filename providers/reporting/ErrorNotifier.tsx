import { type Query, useQueryClient } from '@tanstack/react-query';
import { AddNotificationContext, useAddNotificationContext } from 'ra-core';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { failureOf } from '../http/httpError.ts';
import { useT } from '../locale/i18nProvider.ts';
import { createNoticeFilter, noticeOf } from './notices.ts';

type Notification = Parameters<ReturnType<typeof useAddNotificationContext>>[0];
/** Tells the person of a failed call by the table of effects; false when the error is of another family. */
type TellFailure = (error: unknown) => boolean;

/** A message may be a text already, the server's or ours: then it is said as it stands. */
const asSaid = (notification: Notification): Notification => ({
  ...notification,
  notificationOptions: {
    ...notification.notificationOptions,
    messageArgs: { _: notification.message, ...notification.notificationOptions?.messageArgs },
  },
});

const TellFailureContext = createContext<TellFailure | null>(null);

/**
 * Around the screens, inside react-admin: the one place that turns failures into notices (§8). Keeps silent errors
 * silent, says the same once, and tells of every read that fails unless a screen says it in its place.
 */
export const NoticeGate = ({ children }: { children: ReactNode }) => {
  const t = useT();
  const add = useAddNotificationContext();
  const passes = useMemo(() => createNoticeFilter(), []);
  const gated = useMemo(
    () => (notification: Notification) => {
      if (notification.type !== 'error' || passes(notification.message)) add(asSaid(notification));
    },
    [add, passes],
  );
  const tell = useMemo(
    (): TellFailure => error => {
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
  useFailedReads(tell);
  return (
    <TellFailureContext.Provider value={tell}>
      <AddNotificationContext.Provider value={gated}>{children}</AddNotificationContext.Provider>
    </TellFailureContext.Provider>
  );
};

/** `meta` of a query whose failure the screen says itself, in the place of what it could not read. */
export const saidInPlace = { isSaidInPlace: true } as const;

/** Reads of a page of react-admin's: the screens that make them say what became of them. */
const ofScreens: ReadonlySet<unknown> = new Set(['getList', 'getOne']);
const isSaidInPlace = ({ meta, queryKey }: Query): boolean =>
  meta?.['isSaidInPlace'] === true || ofScreens.has(queryKey[1]);

/** Tells of reads that have failed for good. */
const useFailedReads = (tell: TellFailure): void => {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getQueryCache().subscribe(event => {
        if (event.type === 'updated' && event.action.type === 'error' && !isSaidInPlace(event.query))
          tell(event.action.error);
      }),
    [client, tell],
  );
};

/** Tells the person of a failed call, once however many fail at once. @throws outside `<NoticeGate>` */
export const useTellFailure = (): TellFailure => {
  const tell = useContext(TellFailureContext);
  if (!tell) throw new Error('useTellFailure must be called below <NoticeGate>');
  return tell;
};

/** Tells of the failure of a read that a screen has nowhere to show. */
export const useToldFailure = (error: unknown): void => {
  const tell = useTellFailure();
  useEffect(() => {
    if (error) tell(error);
  }, [error, tell]);
};
