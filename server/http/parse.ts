import type { z } from 'zod';
import { groupIssuesByField } from '#i18n/issues.ts';
import { translateValidation } from '../translate.ts';
import { ApiFailure, invalidField } from './errors.ts';

/** @throws {ApiFailure} 400 with messages by field, so that a form can show each at its input */
export const parseBody = <S extends z.ZodType>(schema: S, body: unknown): z.output<S> => {
  const unstorablePath = findUnstorablePath(body);
  if (unstorablePath !== null) throw invalidField(unstorablePath, translateValidation('type'));
  const parseResult = schema.safeParse(body, { reportInput: true });
  if (parseResult.success) return parseResult.data;
  throw new ApiFailure('invalid', { errors: groupIssuesByField(parseResult.error.issues, translateValidation) });
};

/**
 * @throws {ApiFailure} 400, also for unknown parameters: a mistyped filter that is ignored would return everything
 * (contract 2)
 */
export const parseQuery = <S extends z.ZodType>(schema: S, query: Record<string, unknown>): z.output<S> => {
  const unstorablePath = findUnstorablePath(query);
  if (unstorablePath !== null) throw createBadParameterFailure(unstorablePath.split('.')[0] ?? '');
  const parseResult = schema.safeParse(query, { reportInput: true });
  if (parseResult.success) return parseResult.data;
  const { issues } = parseResult.error;
  const errors = groupIssuesByField(issues, translateValidation);
  const unknownKeys = issues.find(issue => issue.code === 'unrecognized_keys');
  const name = unknownKeys?.keys.join(', ') ?? Object.keys(errors).join(', ');
  if (unknownKeys) throw new ApiFailure('invalid', { text: 'unknownParameter', values: { name }, errors });
  throw createBadParameterFailure(name, errors);
};

const createBadParameterFailure = (
  name: string,
  errors: Record<string, string[]> = { [name]: [translateValidation('type')] },
): ApiFailure => new ApiFailure('invalid', { text: 'badParameter', values: { name }, errors });

/** @throws {ApiFailure} 404, because no record can have such an address */
export const parseId = (text: string): number => {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647) throw new ApiFailure('notFound');
  return Number(text);
};

/** @throws {ApiFailure} 404 for a text that PostgreSQL cannot store, since nothing can have such a name */
export const parseName = (text: string): string => {
  if (findUnstorablePath(text) !== null) throw new ApiFailure('notFound');
  return text;
};

/**
 * Limit for nested bodies: category trees need a few dozen levels, and recursion over half a million overflows the
 * stack.
 */
const MAX_DEPTH = 200;

/**
 * The path of a value that cannot be stored unchanged (a NUL, half a surrogate pair, or too deep nesting); null if
 * there is none.
 */
const findUnstorablePath = (value: unknown, depth = 0): string | null => {
  if (typeof value === 'string') return value.includes('\0') || !isWellFormed(value) ? '' : null;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > MAX_DEPTH) return '';
  for (const [name, nested] of Object.entries(value)) {
    // Valid as a JSON key, but assigning errors to an object under this name would change its prototype.
    const path = name === '__proto__' ? '' : findUnstorablePath(nested, depth + 1);
    if (path !== null) return path ? `${name}.${path}` : name;
  }
  return null;
};

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
