import { type PGlite, types } from '@electric-sql/pglite';

/** Arrays that statements select, by their number in PostgreSQL's catalogue. Drizzle brings those of times and money. */
const arrays = {
  json: 199,
  boolean: 1000,
  name: 1003,
  smallint: 1005,
  integer: 1007,
  text: 1009,
  varchar: 1015,
  bigint: 1016,
  real: 1021,
  double: 1022,
  uuid: 2951,
  jsonb: 3807,
};

const parsedTypes = new Set<unknown>([...Object.values(types), ...Object.values(arrays)]);

/**
 * Forgets how to parse types that no statement selects. PGlite learns an array type for each table and each table of the
 * catalogue, four hundred in all, and copies them for every statement, which took longer than a simple statement itself.
 */
export const forgetUnusedParsers = (client: PGlite): void => {
  client.parsers = Object.fromEntries(Object.entries(client.parsers).filter(([type]) => parsedTypes.has(Number(type))));
};
