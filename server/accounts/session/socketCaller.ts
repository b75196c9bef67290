import type { Socket } from 'socket.io';
import type { Caller } from './caller.ts';

export const getSocketCaller = (socket: Pick<Socket, 'data'>): Caller => (socket.data as { caller: Caller }).caller;
