import type { z } from 'zod';
import { issuesByField } from '#i18n/issues.ts';
import { translateValidation } from '../translate.ts';
import { ApiFailure, invalidField } from './errors.ts';

/** A body as its schema wants it. @throws {ApiFailure} 400 with what is wrong by field. */
export const parseBody = <S extends z.ZodType>(schema: S, body: unknown): z.output<S> => {
  const unkeepable = pathOfUnkeepable(body);
  if (unkeepable !== null) throw invalidField(unkeepable, translateValidation('type'));
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new ApiFailure('invalid', { errors: issuesByField(parsed.error.issues, translateValidation) });
};

/** A query as its schema wants it. @throws {ApiFailure} 400: an unknown parameter is never ignored (contract 2). */
export const parseQuery = <S extends z.ZodType>(schema: S, query: Record<string, unknown>): z.output<S> => {
  const unkeepable = pathOfUnkeepable(query);
  if (unkeepable !== null) throw badParameter(unkeepable.split('.')[0] ?? '');
  const parsed = schema.safeParse(query, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const errors = issuesByField(issues, translateValidation);
  const unknown = issues.find(issue => issue.code === 'unrecognized_keys');
  const name = unknown?.keys.join(', ') ?? Object.keys(errors).join(', ');
  if (unknown) throw new ApiFailure('invalid', { text: 'unknownParameter', values: { name }, errors });
  throw badParameter(name, errors);
};

const badParameter = (
  name: string,
  errors: Record<string, string[]> = { [name]: [translateValidation('type')] },
): ApiFailure => new ApiFailure('invalid', { text: 'badParameter', values: { name }, errors });

/** A record's id from a path; anything else is the address of no record. */
export const parseId = (text: string): number => {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647) throw new ApiFailure('notFound');
  return Number(text);
};

/** Any other parameter of a path; a text that no database keeps names nothing. */
export const parseName = (text: string): string => {
  if (pathOfUnkeepable(text) !== null) throw new ApiFailure('notFound');
  return text;
};

/** How deep a body may be nested: trees of categories need a few dozen levels, and no stack stands half a million. */
const MAX_DEPTH = 200;

/** Where something is that is not kept as it is: a NUL, half of a surrogate pair, or what is nested too deeply. */
const pathOfUnkeepable = (value: unknown, depth = 0): string | null => {
  if (typeof value === 'string') return value.includes('\0') || !isWellFormed(value) ? '' : null;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > MAX_DEPTH) return '';
  for (const [name, inner] of Object.entries(value)) {
    // JSON may carry this name as any other, but an object that collects faults by name may not.
    const path = name === '__proto__' ? '' : pathOfUnkeepable(inner, depth + 1);
    if (path !== null) return path ? `${name}.${path}` : name;
  }
  return null;
};

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
