import type { Socket } from 'socket.io';
import type { Caller } from './caller.ts';

/** The caller that a connection was opened by. */
export const callerIn = (socket: Pick<Socket, 'data'>): Caller => (socket.data as { caller: Caller }).caller;
