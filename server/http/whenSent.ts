import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';

/**
 * Calls back when the answer has been sent or its connection has been closed before. A download takes much longer than
 * its handler. Without a connection, as in tests, the answer counts as sent.
 */
export const whenSent = ({ env }: Context, onSent: (isComplete: boolean) => void): void => {
  const { outgoing } = (env ?? {}) as { outgoing?: ServerResponse };
  if (!outgoing) onSent(true);
  else if (outgoing.closed) onSent(outgoing.writableFinished);
  else outgoing.once('close', () => onSent(outgoing.writableFinished));
};
