import type { Socket } from 'socket.io';
import type { Caller } from './caller.ts';

/** Whose connection it is. */
export const callerIn = (socket: Pick<Socket, 'data'>): Caller => (socket.data as { caller: Caller }).caller;
