import { z } from 'zod';

/**
 * Derives the schema for reading a value, without write-only rules such as limits and check digits. Values that are
 * older than a rule, or were written without the API, can then still be read.
 */
export const toReadSchema = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodNullable) return z.nullable(toReadSchema(asZodType(schema.unwrap())));
  if (schema instanceof z.ZodOptional) return z.optional(toReadSchema(asZodType(schema.unwrap())));
  if (schema instanceof z.ZodArray) return z.array(toReadSchema(asZodType(schema.element)));
  if (schema instanceof z.ZodObject)
    return z.looseObject(
      Object.fromEntries(
        Object.entries(schema.shape).map(([name, propertySchema]) => [name, toReadSchema(asZodType(propertySchema))]),
      ),
    );
  if (schema instanceof z.ZodString) return schema.clone({ ...schema.def, checks: [] });
  if (schema instanceof z.ZodNumber) return schema.clone({ ...schema.def, checks: [] });
  return schema;
};

/**
 * The cast is needed because zod types nested schemas as core types. These lack the methods that every schema has at
 * run time.
 */
const asZodType = (value: unknown): z.ZodType => value as z.ZodType;
