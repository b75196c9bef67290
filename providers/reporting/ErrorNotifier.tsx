import { type Query, useQueryClient } from '@tanstack/react-query';
import { AddNotificationContext, useAddNotificationContext } from 'ra-core';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from 'react';
import { findApiError } from '../http/httpError.ts';
import { useT } from '../locale/i18nProvider.ts';
import { createNoticeFilter, toNotice } from './notices.ts';

type Notification = Parameters<ReturnType<typeof useAddNotificationContext>>[0];
/**
 * Shows a notice for a failed request as `effects` defines it; returns false for any other error. A later notice of the
 * same group replaces it.
 */
type NotifyError = (error: unknown, group?: string) => boolean;

/** The message may be final text (ours or the server's), so `_` keeps react-admin from looking it up as a key. */
const markAsFinalText = (notification: Notification): Notification => ({
  ...notification,
  notificationOptions: {
    ...notification.notificationOptions,
    messageArgs: { _: notification.message, ...notification.notificationOptions?.messageArgs },
  },
});

const NotifyErrorContext = createContext<NotifyError | null>(null);

/**
 * The only place that turns failures into notices (§8). Drops silent errors, deduplicates, and reports every failed
 * read that its screen does not show itself.
 */
export const ErrorNotifier = ({ children }: { children: ReactNode }) => {
  const t = useT();
  const add = useAddNotificationContext();
  const shouldShow = useMemo(() => createNoticeFilter(), []);
  const addFiltered = useMemo(
    () => (notification: Notification) => {
      if (notification.type !== 'error' || shouldShow(notification.message)) add(markAsFinalText(notification));
    },
    [add, shouldShow],
  );
  const notifyError = useMemo(
    (): NotifyError => (error, group) => {
      const failure = findApiError(error);
      if (!failure) return false;
      const notice = toNotice(failure, (key, values) => t(`errors.${key}`, values));
      // The text for an unreadable response includes the endpoint, so ten such texts at once would not look like
      // duplicates.
      const family = failure.kind === 'unreadable' ? failure.kind : undefined;
      const options = { ...(group && { notificationOptions: { group } }) };
      if (notice && shouldShow(notice.text, family))
        add(markAsFinalText({ message: notice.text, type: notice.type, ...options }));
      return true;
    },
    [add, shouldShow, t],
  );
  useNotifyFailedReads(notifyError);
  return (
    <NotifyErrorContext.Provider value={notifyError}>
      <AddNotificationContext.Provider value={addFiltered}>{children}</AddNotificationContext.Provider>
    </NotifyErrorContext.Provider>
  );
};

/** `meta` of a query whose screen shows the failure itself; prevents a second notice. */
export const inPlaceErrorMeta = { isShownInPlace: true } as const;

/** These methods cause no notices, because react-admin's screens already show the failure. */
const screenReadMethods: ReadonlySet<unknown> = new Set(['getList', 'getOne']);
const isShownInPlace = ({ meta, queryKey }: Query): boolean =>
  meta?.['isShownInPlace'] === true || screenReadMethods.has(queryKey[1]);

/** Shows notices only for reads whose retries are exhausted, because a retry may still succeed after a failure. */
const useNotifyFailedReads = (notifyError: NotifyError): void => {
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

/**
 * Simultaneous failures show one notice.
 * @param group a later notice of the same group replaces the earlier one
 * @throws outside `<ErrorNotifier>`
 */
export const useNotifyError = (group?: string): ((error: unknown) => boolean) => {
  const notifyError = useContext(NotifyErrorContext);
  if (!notifyError) throw new Error('useNotifyError must be called below <ErrorNotifier>');
  return useCallback((error: unknown) => notifyError(error, group), [notifyError, group]);
};

export const useNotifyOnError = (error: unknown): void => {
  const notifyError = useNotifyError();
  useEffect(() => {
    if (error) notifyError(error);
  }, [error, notifyError]);
};
