import type { Server, Socket } from 'socket.io';
import { recordOfChannel } from '#contract/editing.ts';
import type { ChannelAnswer } from '#contract/events.ts';
import { callerIn } from '../accounts/session/socketCaller.ts';
import type { Deps } from '../http/deps.ts';
import { translate } from '../translate.ts';
import { endEditing, recordEditing } from './notifications/editing.ts';

/** Keeps in the database which forms are open at the sockets of this process (decision 60). */
export interface OpenForms {
  /** Whether a channel belongs to an open form. */
  holds: (name: unknown) => name is string;
  /** Records an open form. */
  open: (socket: Socket, name: string) => Promise<ChannelAnswer>;
  /** Renews the forms of a connection, except those that the person may no longer open. */
  renew: (socket: Socket) => Promise<void>;
  /** Records that a form was closed, or that its connection was lost. */
  close: (socket: Socket, name: string, how: 'closed' | 'gone') => Promise<void>;
}

export const openForms = ({ db, log }: Pick<Deps, 'db' | 'log'>, io: Server): OpenForms => {
  /** Whether another window of the same session has the same form open. */
  const isElsewhere = (socket: Socket, name: string): boolean =>
    [...(io.of('/').adapter.rooms.get(name) ?? [])].some(id => {
      const other = io.of('/').sockets.get(id);
      return other !== undefined && other !== socket && callerIn(other).sessionId === callerIn(socket).sessionId;
    });
  const holds = (name: unknown): name is string => typeof name === 'string' && recordOfChannel(name) !== null;
  const open: OpenForms['open'] = async (socket, name) => {
    const record = recordOfChannel(name);
    try {
      // Joined first, so that a form closed before the row is written is noticed below.
      await socket.join(name);
      const mayOpen = record !== null && (await recordEditing(db, callerIn(socket), record));
      // The form was closed while the row was written.
      if (record && mayOpen && !socket.rooms.has(name)) await endEditing(db, callerIn(socket), record, 'closed');
      if (mayOpen) return { ok: true, quiet_ms: 0 };
      await socket.leave(name);
      return { ok: false, error: translate('channelForbidden') };
    } catch (error) {
      log.fault('open forms', error);
      return { ok: false, error: translate('channelUnknown') };
    }
  };
  return {
    holds,
    open,
    renew: async socket => {
      for (const room of [...socket.rooms].filter(holds)) await open(socket, room);
    },
    close: async (socket, name, how) => {
      const record = recordOfChannel(name);
      const isLast = !isElsewhere(socket, name);
      try {
        await socket.leave(name);
        if (record && isLast) await endEditing(db, callerIn(socket), record, how);
      } catch (error) {
        log.fault('open forms', error);
      }
    },
  };
};
