import { channels, type EventName } from '#contract/events.ts';
import type { Sending, SendingLogItem } from '#contract/sending.ts';
import type { ServerDeps } from '../../http/deps.ts';

type MessageEventName = Exclude<Extract<EventName, `SENDMEDIA_${string}`>, 'SENDMEDIA_UPDATE'>;

type EventDeps = Pick<ServerDeps, 'realtime'>;

/** Events go to the user who started the run; sockets forward them to everyone who may send media. */
export const emitMessage = ({ realtime }: EventDeps, run: Sending, event: MessageEventName, message: string): void =>
  realtime.emit(channels.user(run.user.id), event, { run_id: run.id, message });

export const emitUpdate = ({ realtime }: EventDeps, run: Sending, stepItems: SendingLogItem[]): void => {
  const { id, progress, counts, cafes, bytes_sent, elapsed } = run;
  const payload = { run_id: id, progress, stepItems, counts, cafes, bytes_sent, elapsed };
  realtime.emit(channels.user(run.user.id), 'SENDMEDIA_UPDATE', payload);
};
