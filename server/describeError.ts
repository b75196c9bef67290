import { DrizzleQueryError } from 'drizzle-orm';
import { scrubText } from '#contract/scrub.ts';

export interface ErrorDescription {
  type: string;
  message: string;
  /** Of the system or of the database (SQLSTATE). */
  code?: string;
  /** As in `Error.stack`: starts with type and message. */
  stack?: string;
  cause?: ErrorDescription;
}

/** Limits chains of causes, which may be circular. */
const MAX_CAUSES = 5;

/**
 * Describes an error for the log without secrets. Takes over only known properties, because libraries attach settings,
 * requests and whole rows to their errors, and drops a failed statement, whose values may be personal.
 */
export const describeError = (error: unknown, causes = MAX_CAUSES): ErrorDescription => {
  if (!(error instanceof Error)) return { type: typeof error, message: scrubText(String(error)) };
  const type = error.name;
  const message = error instanceof DrizzleQueryError ? 'A statement failed' : scrubText(error.message);
  const code = 'code' in error ? error.code : undefined;
  const stackFrames = scrubText(getStackFrames(error));
  const cause = error.cause ?? (error instanceof AggregateError ? (error.errors[0] as unknown) : undefined);
  return {
    type,
    message,
    ...(typeof code === 'string' && { code }),
    ...(stackFrames && { stack: `${type}: ${message}\n${stackFrames}` }),
    ...(cause !== undefined && causes > 0 && { cause: describeError(cause, causes - 1) }),
  };
};

/** Searches behind the message, which the stack repeats and which may look like frames. */
const getStackFrames = ({ message, stack = '' }: Error): string => {
  const messageIndex = stack.indexOf(message);
  const end = messageIndex === -1 ? stack : stack.slice(messageIndex + message.length);
  return end.slice(Math.max(0, end.search(/^ +at /m)));
};
