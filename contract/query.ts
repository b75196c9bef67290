import { z } from 'zod';

/** A query parameter that may be repeated. */
export const anyOf = <S extends z.ZodType>(item: S) => z.union([item.transform(value => [value]), z.array(item)]);

/** A number in a query; an empty parameter is none, where a plain conversion would make it 0. */
export const queryNumber = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,6})?$/)
  .transform(Number);

/** An id in a query. */
export const queryId = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number);
