import { AddNotificationContext, useAddNotificationContext } from 'ra-core';
import { type ReactNode, useMemo } from 'react';
import { createNoticeFilter } from './notices.ts';

type Notification = Parameters<ReturnType<typeof useAddNotificationContext>>[0];

/** A message may be a text already, the server's or ours: then it is said as it stands. */
const asSaid = (notification: Notification): Notification => ({
  ...notification,
  notificationOptions: {
    ...notification.notificationOptions,
    messageArgs: { _: notification.message, ...notification.notificationOptions?.messageArgs },
  },
});

/** Around the screens, inside react-admin: keeps silent errors silent and says a repeated error once (§8). */
export const NoticeGate = ({ children }: { children: ReactNode }) => {
  const add = useAddNotificationContext();
  const gated = useMemo(() => {
    const passes = createNoticeFilter();
    return (notification: Notification) => {
      if (notification.type !== 'error' || passes(notification.message)) add(asSaid(notification));
    };
  }, [add]);
  return <AddNotificationContext.Provider value={gated}>{children}</AddNotificationContext.Provider>;
};
