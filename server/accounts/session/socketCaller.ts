import type { Socket } from 'socket.io';
import type { Caller } from './caller.ts';

/** The authenticated user of a socket. */
export const callerIn = (socket: Pick<Socket, 'data'>): Caller => (socket.data as { caller: Caller }).caller;
