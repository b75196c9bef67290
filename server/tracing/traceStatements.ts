import type { Database } from '../db/database.ts';
import { inSpan } from './span.ts';

/** Longer statements are cut. Those that write many rows consist mostly of placeholders. */
const MAX_TEXT_LENGTH = 2000;

/**
 * Records each statement and transaction of a database as a part of the current trace. The text of a statement has
 * placeholders, and its values are not recorded.
 *
 * Changes the session of drizzle, because both drivers have this interface in common, and because a statement that waits
 * for a connection of the pool is sent in the context of whoever returns one.
 */
export const traceStatements = (db: Database): void => {
  const { session } = db._;
  const prepareQuery = session.prepareQuery.bind(session);
  const runTransaction = session.transaction.bind(session);
  session.prepareQuery = (query, ...options) => {
    const prepared = prepareQuery(query, ...options);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = values => inSpan(summarise(query.sql), describeStatement(query.sql), () => execute(values));
    return prepared;
  };
  session.transaction = (operation, config) =>
    inSpan('transaction', { kind: 'client', attributes: SYSTEM }, () =>
      runTransaction(tx => {
        traceStatements(tx);
        return operation(tx);
      }, config),
    );
};

/** The embedded database is PostgreSQL as well. */
const SYSTEM = { 'db.system.name': 'postgresql' };

const describeStatement = (text: string) => ({
  kind: 'client' as const,
  attributes: { ...SYSTEM, 'db.query.text': text.slice(0, MAX_TEXT_LENGTH) },
});

/** The command and its table, such as `select products`. Behind `with` it is the first command, which mostly writes. */
const summarise = (text: string): string => {
  const [, command = 'statement'] =
    /^\s*(?:with\b.*?\b(?=insert\b|update\b|delete\b|select\b))?(\w+)/is.exec(text) ?? [];
  const searched = /^\s*select\b/i.test(text) ? removeNested(text) : text.slice(0, MAX_TEXT_LENGTH);
  const [, table] = /\b(?:from|join|into|update)\s+"?(?!set\b)(\w+)(?![\w(])/i.exec(searched) ?? [];
  return table === undefined ? command : `${command} ${table}`;
};

/** The columns of a list contain queries of their own. Leaves `(` of each, by which a function is told from a table. */
const removeNested = (text: string): string => {
  let depth = 0;
  const parts = text.split(/([()])/).filter(part => {
    if (part === ')') depth -= 1;
    const isKept = depth === 0 && part !== ')';
    if (part === '(') depth += 1;
    return isKept;
  });
  return parts.join('');
};
