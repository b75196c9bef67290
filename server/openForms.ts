import type { Server, Socket } from 'socket.io';
import { recordOfChannel } from '#contract/editing.ts';
import type { ChannelAnswer } from '#contract/events.ts';
import type { Deps } from './deps.ts';
import { endEditing, keepEditing } from './notifications/editing.ts';
import { say } from './say.ts';
import { callerIn } from './session/socketCaller.ts';

/** Keeps in the database which forms are open at the sockets of this process (decision 0071). */
export interface OpenForms {
  /** Whether a channel is that of an open form. */
  holds: (name: unknown) => name is string;
  /** Takes note of an open form. */
  open: (socket: Socket, name: string) => Promise<ChannelAnswer>;
  /** Takes note that the forms of a connection are open still, those excepted that may be no more. */
  renew: (socket: Socket) => Promise<void>;
  /** It was closed, or its connection has gone. */
  close: (socket: Socket, name: string, how: 'closed' | 'gone') => Promise<void>;
}

export const openForms = ({ db, log }: Pick<Deps, 'db' | 'log'>, io: Server): OpenForms => {
  /** Another window of the same session may have the same form open. */
  const isElsewhere = (socket: Socket, name: string): boolean =>
    [...(io.of('/').adapter.rooms.get(name) ?? [])].some(id => {
      const other = io.of('/').sockets.get(id);
      return other !== undefined && other !== socket && callerIn(other).sessionId === callerIn(socket).sessionId;
    });
  const holds = (name: unknown): name is string => typeof name === 'string' && recordOfChannel(name) !== null;
  const open: OpenForms['open'] = async (socket, name) => {
    const record = recordOfChannel(name);
    try {
      // Held at once: whoever closes the form before it is written finds it.
      await socket.join(name);
      const mayOpen = record !== null && (await keepEditing(db, callerIn(socket), record));
      // Closed while it was written.
      if (record && mayOpen && !socket.rooms.has(name)) await endEditing(db, callerIn(socket), record, 'closed');
      if (mayOpen) return { ok: true, quiet_ms: 0 };
      await socket.leave(name);
      return { ok: false, error: say('channelForbidden') };
    } catch (error) {
      log.fault('open forms', error);
      return { ok: false, error: say('channelUnknown') };
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
