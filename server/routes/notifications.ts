import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { emitNotificationsChange } from '../realtime/notifications/notify.ts';
import { countUnread, markRead, readNotifications } from '../realtime/notifications/readNotifications.ts';

export const notificationHandlers = (deps: ServerDeps): Handlers['notifications'] => ({
  list: ({ query, caller }) => readNotifications(deps.db, caller.id, query),
  read: async ({ body, caller }) => {
    const hasUnreadChanged = await markRead(deps.db, caller.id, { selection: body, at: deps.clock() });
    // The caller's other windows have to update their unread count.
    if (hasUnreadChanged) emitNotificationsChange(deps, [caller.id]);
    return { unread: await countUnread(deps.db, caller.id) };
  },
});
