import { DrizzleQueryError } from 'drizzle-orm';

/** No connection to the database could be had. */
export class DatabaseUnreachable extends Error {}

/**
 * SQLSTATE (PostgreSQL, appendix A): connection exceptions, too many connections, and a server that stops or starts. Not
 * a protocol violation (08P01), which a statement with too many parameters is.
 */
const states = /^(08(?!P01)...|53300|57P0[1-4])$/;
/** Errors of sockets, as Node calls them. */
const sockets = /^(E(CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND)|EAI_AGAIN)$/;
/** Errors of the driver, which have no code. */
const driver = /^(Connection terminated|Client (was closed|has encountered a connection error)|Query read timeout)/;

export const isOutage = ({ code = '' }: { code?: string | undefined }): boolean => states.test(code);

/** Whether an error means that the database did not answer, rather than that it refused. */
export const isUnreachable = (error: unknown): boolean => {
  if (error instanceof DatabaseUnreachable) return true;
  // Only errors of statements: another system may be out of reach too.
  if (!(error instanceof DrizzleQueryError) || !error.cause) return false;
  const { cause } = error;
  const code = 'code' in cause ? String(cause.code) : '';
  return isUnreachable(cause) || isOutage({ code }) || sockets.test(code) || driver.test(cause.message);
};
