import { and, inArray, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { duplicateQuery } from '#contract/endpoint.ts';
import { combineAccess, isAllowed } from '#contract/permissions.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { ApiFailure } from '../http/errors.ts';
import { getStoredKind } from './getStoredKind.ts';
import { readAllRecords } from './readRecords.ts';
import { narrowBinding, type TableBinding } from './tableBinding.ts';

/**
 * Finds the record that already has a unique value; null if there is none, or if the caller may see neither the record
 * nor the field.
 * @throws {ApiFailure} 400 when the field is not unique
 */
export const findDuplicate = async (
  db: Database,
  binding: TableBinding,
  caller: Caller,
  { field, value, except: exceptId }: z.output<typeof duplicateQuery>,
): Promise<{ id: number; name: string } | null> => {
  const { fields, access } = binding.collection;
  const declaredField = Object.hasOwn(fields, field) ? fields[field] : undefined;
  const column = binding.columns[field];
  if (!declaredField?.unique || !column) throw new ApiFailure('invalid');
  // Permission to create records does not include permission to read other users' records.
  if (!isAllowed(combineAccess([access.list, access.read]), caller.grantedSlugs)) return null;
  if (declaredField.slug && !caller.grantedSlugs.has(declaredField.slug)) return null;
  const parseResult = declaredField.schema.safeParse(value);
  if (!parseResult.success || parseResult.data === null) return null;
  const isSame =
    declaredField.unique === 'folded'
      ? sql`lower(${column}) = lower(${parseResult.data})`
      : inArray(column, [...getStoredKind(declaredField).spellings(String(parseResult.data))]);
  const isOtherRecord = exceptId === undefined ? undefined : ne(binding.table.id, exceptId);
  const [record] = await readAllRecords(db, narrowBinding(binding, caller), and(isSame, isOtherRecord), [
    sql`${binding.table.id}`,
  ]);
  return record ? { id: record.id, name: String(record['name']) } : null;
};
