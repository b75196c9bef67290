import { z } from 'zod';

/**
 * The schema for reading a value: without the rules for writing, such as limits and check digits. Values that were
 * stored before a rule existed, or not through the API, can thus still be read.
 */
export const asRead = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodNullable) return z.nullable(asRead(inner(schema.unwrap())));
  if (schema instanceof z.ZodOptional) return z.optional(asRead(inner(schema.unwrap())));
  if (schema instanceof z.ZodArray) return z.array(asRead(inner(schema.element)));
  if (schema instanceof z.ZodObject)
    return z.looseObject(
      Object.fromEntries(Object.entries(schema.shape).map(([name, part]) => [name, asRead(inner(part))])),
    );
  if (schema instanceof z.ZodString) return schema.clone({ ...schema.def, checks: [] });
  if (schema instanceof z.ZodNumber) return schema.clone({ ...schema.def, checks: [] });
  return schema;
};

/** A cast, because zod types nested schemas as core types, which lack the methods that every schema has at run time. */
const inner = (part: unknown): z.ZodType => part as z.ZodType;
