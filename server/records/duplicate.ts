import { and, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { duplicateQuery } from '#contract/endpoint.ts';
import { combineAccess, isAllowed } from '#contract/permissions.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { ApiFailure } from '../http/errors.ts';
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
  const declared = Object.hasOwn(fields, field) ? fields[field] : undefined;
  const column = binding.columns[field];
  if (!declared?.unique || !column) throw new ApiFailure('invalid');
  // Permission to create records does not include reading those of others.
  if (!isAllowed(combineAccess([access.list, access.read]), caller.grantedSlugs)) return null;
  if (declared.slug && !caller.grantedSlugs.has(declared.slug)) return null;
  const parsed = declared.schema.safeParse(value);
  if (!parsed.success || parsed.data === null) return null;
  const isSame = declared.unique === 'folded' ? sql`lower(${column}) = lower(${parsed.data})` : eq(column, parsed.data);
  const isOther = exceptId === undefined ? undefined : ne(binding.table.id, exceptId);
  const [record] = await readAllRecords(db, narrowBinding(binding, caller), and(isSame, isOther), [
    sql`${binding.table.id}`,
  ]);
  return record ? { id: record.id, name: String(record['name']) } : null;
};
