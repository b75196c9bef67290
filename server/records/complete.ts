import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { listFieldsOfKind } from '#contract/fields.ts';
import { findRuleViolations } from '#contract/rules.ts';
import type { Database } from '../db/database.ts';
import { ApiFailure } from '../http/errors.ts';
import { getRuleMessage } from '../table/labels.ts';
import { scopeCondition, type TableBinding } from './tableBinding.ts';
import type { Patch } from './values.ts';

/** Puts new records at the end of their list unless a position is given, so that they do not displace other records. */
export const assignPositions = async (
  db: Database,
  binding: TableBinding,
  records: readonly Patch[],
): Promise<Patch[]> => {
  let orderedRecords = [...records];
  for (const [name] of listFieldsOfKind(binding.collection.fields, 'place')) {
    if (orderedRecords.every(values => values[name] !== undefined)) continue;
    const [last] = await db
      .select({ place: sql<number>`coalesce(max(${binding.columns[name]}), 0)::integer` })
      .from(binding.table as PgTable)
      .where(scopeCondition(binding));
    let lastPosition = last?.place ?? 0;
    orderedRecords = orderedRecords.map(values =>
      values[name] === undefined ? { ...values, [name]: ++lastPosition } : values,
    );
  }
  return orderedRecords;
};

/**
 * @param changedNames the fields being written
 * @throws {ApiFailure} 400 when the resulting record breaks a rule across fields
 */
export const checkRules = (
  { collection, resource }: Pick<TableBinding, 'collection' | 'resource'>,
  record: Patch,
  changedNames?: readonly string[],
): void => {
  const errors = Object.entries(findRuleViolations(collection, record, changedNames));
  if (errors.length === 0) return;
  throw new ApiFailure('invalid', {
    errors: Object.fromEntries(errors.map(([name, error]) => [name, [getRuleMessage(resource, error)]])),
  });
};
