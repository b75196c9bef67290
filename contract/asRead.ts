import { z } from 'zod';

/**
 * The schema of a value that is read: its shape without the rules of writing, such as limits and check digits. What was
 * stored before a rule was made, or past the API, can then still be read.
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

/** Zod types the parts of a schema by its core, without the methods that all of them have. */
const inner = (part: unknown): z.ZodType => part as z.ZodType;
