import { DrizzleQueryError } from 'drizzle-orm';

export class DatabaseUnreachableError extends Error {}

/**
 * SQLSTATE (PostgreSQL, appendix A): connection exceptions, too many connections, shutdown or startup of the server.
 * Excludes the protocol violation 08P01, which also results from too many parameters.
 */
const unreachableSqlStates = /^(08(?!P01)...|53300|57P0[1-4])$/;
const socketErrorCodes = /^(E(CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND)|EAI_AGAIN)$/;
/** Messages of driver errors, which have no code. */
const driverMessages =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|Query read timeout)/;

export const isOutage = ({ code = '' }: { code?: string | undefined }): boolean => unreachableSqlStates.test(code);

/** Whether an error means that the database did not respond, as opposed to rejecting the statement. */
export const isUnreachable = (error: unknown): boolean => {
  if (error instanceof DatabaseUnreachableError) return true;
  // A failure that is shown to users has the error of the statement as its cause.
  if (!(error instanceof DrizzleQueryError)) return error instanceof Error && isUnreachable(error.cause);
  // The codes of other errors say nothing, because they occur as well when another system is unreachable.
  if (!error.cause) return false;
  const { cause } = error;
  const code = 'code' in cause ? String(cause.code) : '';
  return (
    isUnreachable(cause) || isOutage({ code }) || socketErrorCodes.test(code) || driverMessages.test(cause.message)
  );
};
