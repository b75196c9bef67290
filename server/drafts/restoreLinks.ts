import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/database.ts';
import { batches, changes as changesTable } from '../db/schema.ts';
import { bumpVersions } from '../records/links.ts';
import type { PendingChanges } from '../records/recordChanges.ts';
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
    if (link.entity === entity) await insertPairs(tx, link, 'own', lostByOwnSql(link, records), changes);
    else if (link.target?.entity === entity && !link.isMirrored) {
      const owners = await readReturnedOwners(tx, link, records);
      await insertPairs(tx, link, 'other', lostByOtherSql(link, records, owners), changes);
    }
  }
};

/** @param lost the changes in which the pairs were lost */
const insertPairs = async (
  tx: Database,
  link: RecordedLink,
  end: 'own' | 'other',
  lost: SQL,
  changes: PendingChanges,
): Promise<void> => {
  const { table, own, other, columns, target, entity } = link;
  const names = [own.name, other.name, ...Object.keys(columns)];
  const defaults = Object.entries(columns).flatMap(([name, value]) => (value ? [sql`${name}::text, ${value}`] : []));
  const ownTable = getBinding(entity).table;
  const pairs = await queryRows<{ own: number; other: number | string }>(
    tx,
    sql`insert into ${table} (${joinNames(names)})
      select ${joinNames(names, sql`pair.`)} from (${lost}) lost
        cross join lateral jsonb_populate_record(null::${table},
          jsonb_build_object(${sql.join(
            [sql`${own.name}::text, lost.record_id, ${other.name}::text, lost.item`, ...defaults],
            sql`, `,
          )}) || case jsonb_typeof(lost.before) when 'object' then lost.before else '{}' end) pair
      where exists (select from ${ownTable} where ${ownTable.id} = lost.record_id)
        and ${target ? existsSql(target, sql`pair.${sql.identifier(other.name)}`) : sql`true`}
      on conflict do nothing
      returning ${sql.identifier(own.name)} as own, ${sql.identifier(other.name)} as other`,
  );
  const others = end === 'own' ? pairs.map(pair => pair.other) : pairs.map(pair => pair.own);
  const otherEntity = end === 'own' ? (link.isMirrored ? target?.entity : undefined) : entity;
  if (otherEntity) await bumpVersions(tx, otherEntity, [...new Set(others as number[])], changes);
};

const idsOf = (records: readonly DeletedRecord[]): SQL => sql`${sql.param(records.map(({ id }) => id))}::integer[]`;

const deletedSql = (records: readonly DeletedRecord[]): SQL =>
  sql`unnest(${idsOf(records)}, ${sql.param(records.map(({ batchId }) => batchId))}::integer[]) deleted (id, batch_id)`;

const lostByOwnSql = (link: RecordedLink, records: readonly DeletedRecord[]): SQL =>
  lastLossesSql(link, sql`c.record_id = any(${idsOf(records)})`);

/** Those that the deletion of the record removed, and those that it could not, because their owner had gone before. */
const lostByOtherSql = (link: RecordedLink, records: readonly DeletedRecord[], owners: readonly number[]): SQL => {
  const ownLosses = sql`select c.record_id, c.item, c.before from ${deletedSql(records)}
    join ${changesTable} c on c.batch_id = deleted.batch_id and c.item = deleted.id::text
      and c.entity = ${link.entity} and c.field = ${link.field} and c.before is not null and c.after is null`;
  if (owners.length === 0) return ownLosses;
  const condition = sql`c.record_id = any(${sql.param([...owners])}::integer[]) and c.item = any(${idsOf(records)}::text[])`;
  return sql`${ownLosses} union ${lastLossesSql(link, condition)}`;
};

/** The pairs that were removed last, because one of their ends was deleted. */
const lastLossesSql = ({ entity, field, target }: RecordedLink, condition: SQL): SQL => {
  // With `offset 0`, each is looked up by its key. Otherwise all changes of the entity might be read into a hash table.
  const isGone = (goneEntity: string, id: SQL) => sql`exists (
    select from ${changesTable} gone where gone.batch_id = loss.batch_id and gone.entity = ${goneEntity}
      and gone.record_id = ${id} and gone.field = '' and gone.item = '' and gone.after is null offset 0
  )`;
  // Whatever has no number, such as a picture, is not recorded itself.
  const isTargetGone = target?.key.dataType === 'number' ? isGone(target.entity, sql`loss.item::integer`) : sql`false`;
  return sql`select loss.record_id, loss.item, loss.before from (
      select distinct on (c.record_id, c.item) c.* from ${changesTable} c
      where c.entity = ${entity} and c.field = ${field} and ${condition}
      order by c.record_id, c.item, c.at desc, c.batch_id desc
    ) loss
    where loss.before is not null and loss.after is null
      and (${isGone(entity, sql`loss.record_id`)} or ${isTargetGone})`;
};

/** A batch that restores records may have begun before a record was deleted, though not long before. */
const MAX_RUN_HOURS = 24;

/** Owners that came back while the records were deleted, and so without the pairs with them. */
const readReturnedOwners = async (
  tx: Database,
  { entity, target }: RecordedLink,
  records: readonly DeletedRecord[],
): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`with deletion as materialized (
        select min(gone.at) as at from ${deletedSql(records)}
          join ${changesTable} gone on gone.batch_id = deleted.batch_id and gone.entity = ${target?.entity}
            and gone.record_id = deleted.id and gone.field = '' and gone.item = ''
      )
      select distinct returned.record_id as id from deletion
        join ${batches} on ${batches.kind} in ('restoration', 'undo')
          and ${batches.at} >= deletion.at - make_interval(hours => ${MAX_RUN_HOURS})
        join ${changesTable} returned on returned.batch_id = ${batches.id} and returned.entity = ${entity}
          and returned.field = '' and returned.before is null and returned.at >= deletion.at`,
  );
  return rows.map(({ id }) => id);
};

const existsSql = ({ table, key }: NonNullable<RecordedLink['target']>, value: SQL): SQL =>
  sql`exists (select from ${table} where ${key} = ${value})`;

const joinNames = (names: readonly string[], prefix: SQL = sql.empty()): SQL =>
  sql.join(
    names.map(name => sql`${prefix}${sql.identifier(name)}`),
    sql`, `,
  );
