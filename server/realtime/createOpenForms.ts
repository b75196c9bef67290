import type { Server, Socket } from 'socket.io';
import { parseEditingChannel } from '#contract/editing.ts';
import type { ChannelReply } from '#contract/events.ts';
import { getSocketCaller } from '../accounts/session/socketCaller.ts';
import type { ServerDeps } from '../http/deps.ts';
import { translate } from '../translate.ts';
import { endEditing, recordEditing } from './notifications/editing.ts';

/**
 * Tracks which forms are open on this process's sockets, in the database so that all processes see them (decision 60).
 */
export interface OpenForms {
  holds: (name: unknown) => name is string;
  open: (socket: Socket, name: string) => Promise<ChannelReply>;
  /** Also closes the forms that the user may no longer open, since permissions may have changed. */
  renew: (socket: Socket) => Promise<void>;
  close: (socket: Socket, name: string, reason: 'closed' | 'gone') => Promise<void>;
}

export const createOpenForms = ({ db, log }: Pick<ServerDeps, 'db' | 'log'>, io: Server): OpenForms => {
  /**
   * Whether the form is open in another tab of the same session. In this case, closing it in this tab must not end the
   * entry.
   */
  const isElsewhere = (socket: Socket, name: string): boolean =>
    [...(io.of('/').adapter.rooms.get(name) ?? [])].some(id => {
      const other = io.of('/').sockets.get(id);
      return (
        other !== undefined &&
        other !== socket &&
        getSocketCaller(other).sessionId === getSocketCaller(socket).sessionId
      );
    });
  const holds = (name: unknown): name is string => typeof name === 'string' && parseEditingChannel(name) !== null;
  const open: OpenForms['open'] = async (socket, name) => {
    const record = parseEditingChannel(name);
    try {
      // Join first, so that the check below notices a form that was closed while the row was being written.
      await socket.join(name);
      const canOpen = record !== null && (await recordEditing(db, getSocketCaller(socket), record));
      if (record && canOpen && !socket.rooms.has(name)) await endEditing(db, getSocketCaller(socket), record, 'closed');
      if (canOpen) return { ok: true, quiet_ms: 0 };
      await socket.leave(name);
      return { ok: false, error: translate('channelForbidden') };
    } catch (error) {
      log.error('open forms', error);
      return { ok: false, error: translate('channelUnknown') };
    }
  };
  return {
    holds,
    open,
    renew: async socket => {
      for (const room of [...socket.rooms].filter(holds)) await open(socket, room);
    },
    close: async (socket, name, reason) => {
      const record = parseEditingChannel(name);
      const isLast = !isElsewhere(socket, name);
      try {
        await socket.leave(name);
        if (record && isLast) await endEditing(db, getSocketCaller(socket), record, reason);
      } catch (error) {
        log.error('open forms', error);
      }
    },
  };
};
