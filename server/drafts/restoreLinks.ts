import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Database, queryRows } from '../db/database.ts';
import { changes as changesTable } from '../db/schema.ts';
import { idsCondition } from '../records/query.ts';
import type { PendingChanges } from '../records/recordChanges.ts';
import { createStamp } from '../records/stamp.ts';
import { getBinding } from '../records/tableBinding.ts';
import { type RecordedLink, recordedLinks } from './recordedLinks.ts';

interface DeletedRecord {
  id: number;
  batchId: number;
}

/**
 * Puts back the links that records lost when they were deleted, as far as the other ends exist. If both ends were
 * deleted, the one restored last brings the pair back.
 */
export const restoreLinks = async (
  tx: Database,
  entity: string,
  records: readonly DeletedRecord[],
  changes: PendingChanges,
): Promise<void> => {
  if (records.length === 0) return;
  for (const link of recordedLinks) {
    if (link.entity === entity) await insertLostPairs(tx, link, 'own', records, changes);
    else if (link.target?.entity === entity && !link.isMirrored)
      await insertLostPairs(tx, link, 'other', records, changes);
  }
};

const insertLostPairs = async (
  tx: Database,
  link: RecordedLink,
  end: 'own' | 'other',
  records: readonly DeletedRecord[],
  changes: PendingChanges,
): Promise<void> => {
  const { table, own, other, columns, target, entity } = link;
  const names = [own.name, other.name, ...Object.keys(columns)];
  const defaults = Object.entries(columns).flatMap(([name, value]) => (value ? [sql`${name}::text, ${value}`] : []));
  const ownTable = getBinding(entity).table;
  const pairs = await queryRows<{ own: number; other: number | string }>(
    tx,
    sql`insert into ${table} (${joinNames(names)})
      select ${joinNames(names, sql`pair.`)} from unnest(
          ${sql.param(records.map(({ id }) => id))}::integer[], ${sql.param(records.map(({ batchId }) => batchId))}::integer[]
        ) deleted (id, batch)
        join ${changesTable} c on c.entity = ${entity} and c.field = ${link.field}
          and c.before is not null and c.after is null and ${end === 'own' ? ownPairCondition(link) : otherPairCondition}
        cross join lateral jsonb_populate_record(null::${table},
          jsonb_build_object(${sql.join(
            [sql`${own.name}::text, c.record_id, ${other.name}::text, c.item`, ...defaults],
            sql`, `,
          )}) || case jsonb_typeof(c.before) when 'object' then c.before else '{}' end) pair
      where exists (select from ${ownTable} where ${ownTable.id} = c.record_id)
        and ${target ? existsSql(target, sql`pair.${sql.identifier(other.name)}`) : sql`true`}
      on conflict do nothing
      returning ${sql.identifier(own.name)} as own, ${sql.identifier(other.name)} as other`,
  );
  const others = end === 'own' ? pairs.map(pair => pair.other) : pairs.map(pair => pair.own);
  const otherEntity = end === 'own' ? (link.isMirrored ? target?.entity : undefined) : entity;
  if (otherEntity) await bumpVersions(tx, otherEntity, others as number[], changes);
};

/** Lost with the record itself, or earlier with the other end, and not written since. */
const ownPairCondition = ({ target }: RecordedLink): SQL => sql`c.record_id = deleted.id and (
    c.batch_id = deleted.batch or exists (
      select from ${changesTable} gone where gone.batch_id = c.batch_id and gone.entity = ${target?.entity ?? ''}
        and gone.record_id::text = c.item and gone.field = '' and gone.after is null
    ) and not exists (
      select from ${changesTable} later where later.entity = c.entity and later.record_id = c.record_id
        and later.field = c.field and later.item = c.item and later.batch_id > c.batch_id
    )
  )`;

const otherPairCondition = sql`c.batch_id = deleted.batch and c.item = deleted.id::text`;

const existsSql = ({ table, key }: NonNullable<RecordedLink['target']>, value: SQL): SQL =>
  sql`exists (select from ${table} where ${key} = ${value})`;

const joinNames = (names: readonly string[], prefix: SQL = sql.empty()): SQL =>
  sql.join(
    names.map(name => sql`${prefix}${sql.identifier(name)}`),
    sql`, `,
  );

const bumpVersions = async (
  tx: Database,
  entity: string,
  ids: readonly number[],
  changes: PendingChanges,
): Promise<void> => {
  if (ids.length === 0) return;
  const { table } = getBinding(entity);
  await tx
    .update(table as PgTable)
    .set(createStamp(table, changes) as never)
    .where(idsCondition(table.id, [...new Set(ids)]));
  changes.changed(entity, [...new Set(ids)]);
};
