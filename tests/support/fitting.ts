import { z } from 'zod';

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  format?: string;
  minLength?: number;
  items?: Schema;
  minItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
}

/** The smallest value that satisfies a schema, for calling an endpoint without knowing its fields. */
export const fitting = (schema: z.ZodType): unknown =>
  valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);

const valueOf = (schema: Schema): unknown => {
  if ('const' in schema) return schema.const;
  const [first] = schema.enum ?? [];
  if (first !== undefined) return first;
  const [branch] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (branch) return valueOf(branch);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map(name => [name, valueOf(schema.properties?.[name] ?? {})]));
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => valueOf(schema.items ?? {}));
    case 'string':
      return formats[schema.format ?? ''] ?? 'x'.repeat(schema.minLength ?? 1);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
    case 'boolean':
      return true;
    default:
      return null;
  }
};

const formats: Record<string, string> = {
  'date-time': '2026-11-21T10:00:00.000Z',
  date: '2026-11-21',
  email: 'anna@example.com',
  uri: 'https://cafe.example.com/media',
};
