import { z } from 'zod';

/** A repeatable query parameter. Always parsed to an array, so that handlers have only one case to deal with. */
export const repeatable = <S extends z.ZodType>(item: S) => z.union([item.transform(value => [value]), z.array(item)]);

/** A number in a query. Rejects the empty string, which `z.coerce` would turn into 0. */
export const queryNumber = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,6})?$/)
  .transform(Number);

export const queryId = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number);
