import type { z } from 'zod';
import { findFaultyItems } from '#contract/findFaultyItems.ts';
import { createUnreadableError, isRecord } from './envelope.ts';
import type { ApiError } from './errors.ts';

export interface UnreadableRecord {
  index: number;
  id: number;
  name: string | null;
  field: string;
}

/** What a list response contains in addition to the records. react-admin passes this on as `meta`. */
export interface ListMeta {
  unreadableRecords?: readonly UnreadableRecord[];
  /** The search as typed, which found nothing, and the corrected search that was used instead. */
  corrected?: { typed: string; search: string } | null;
}

interface ParsedResult<S extends z.ZodType> {
  data: z.output<S>;
  unreadableRecords: readonly UnreadableRecord[];
  error: ApiError | null;
}

/**
 * Parses a result. Invalid list items are omitted, so that one invalid item does not hide all others.
 * @throws ApiError `unreadable`, naming the endpoint and the first faulty field
 */
export const parseResult = <S extends z.ZodType>(endpoint: string, schema: S, result: unknown): ParsedResult<S> => {
  const validation = schema.safeParse(result);
  if (validation.success) return { data: validation.data, unreadableRecords: [], error: null };
  const error = createUnreadableError(endpoint, validation.error);
  const faultyItems = findFaultyItems(validation.error.issues);
  const items = isRecord(result) ? result['items'] : result;
  if (!faultyItems || !Array.isArray(items)) throw error;
  const validItems = items.filter((_, index) => !faultyItems.has(index));
  const rest = schema.safeParse(isRecord(result) ? { ...result, items: validItems } : validItems);
  if (!rest.success) throw error;
  const unreadableRecords = [...faultyItems].flatMap(([index, path]): UnreadableRecord[] => {
    const item: unknown = items[index];
    if (!isRecord(item) || typeof item['id'] !== 'number') return [];
    const name = typeof item['name'] === 'string' ? item['name'] : null;
    return [{ index, id: item['id'], name, field: path.join('.') }];
  });
  return { data: rest.data, unreadableRecords, error };
};
