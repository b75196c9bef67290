import type { z } from 'zod';
import { findFaultyItems } from '#contract/findFaultyItems.ts';
import { createUnreadableError, isRecord } from './envelope.ts';
import type { ApiError } from './errors.ts';

export interface UnreadableRecord {
  at: number;
  id: number;
  name: string | null;
  field: string;
}

/** Data about a list besides its records. react-admin passes them on as `meta`. */
export interface ListMeta {
  unreadable?: readonly UnreadableRecord[];
  /** The search as typed, which found nothing, and the corrected search that was used instead. */
  corrected?: { typed: string; search: string } | null;
}

interface ParsedResult<S extends z.ZodType> {
  data: z.output<S>;
  unreadable: readonly UnreadableRecord[];
  fault: ApiError | null;
}

/**
 * Parses a result. Invalid items of a list are omitted, so that one of them does not hide all others.
 * @throws ApiError `unreadable`, naming the endpoint and the first faulty field
 */
export const parseResult = <S extends z.ZodType>(endpoint: string, schema: S, result: unknown): ParsedResult<S> => {
  const parsed = schema.safeParse(result);
  if (parsed.success) return { data: parsed.data, unreadable: [], fault: null };
  const fault = createUnreadableError(endpoint, parsed.error);
  const faulty = findFaultyItems(parsed.error.issues);
  const items = isRecord(result) ? result['items'] : result;
  if (!faulty || !Array.isArray(items)) throw fault;
  const validItems = items.filter((_, at) => !faulty.has(at));
  const rest = schema.safeParse(isRecord(result) ? { ...result, items: validItems } : validItems);
  if (!rest.success) throw fault;
  const left = [...faulty].flatMap(([at, path]): UnreadableRecord[] => {
    const item: unknown = items[at];
    if (!isRecord(item) || typeof item['id'] !== 'number') return [];
    const name = typeof item['name'] === 'string' ? item['name'] : null;
    return [{ at, id: item['id'], name, field: path.join('.') }];
  });
  return { data: rest.data, unreadable: left, fault };
};
