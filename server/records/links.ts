import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { getKindTraits } from '#contract/fields.ts';
import type { Database } from '../db/database.ts';
import type { LinkBinding } from './bindTable.ts';
import { getStoredKind } from './getStoredKind.ts';
import { idsCondition } from './query.ts';
import { readLinks } from './readRecords.ts';
import type { PendingChanges } from './recordChanges.ts';
import { createStamp } from './stamp.ts';
import { getBinding, type TableBinding } from './tableBinding.ts';
import { symmetricDifference } from './touched.ts';
import type { Patch } from './values.ts';

interface LinkWrite {
  id: number;
  patch: Patch;
  before: Patch;
}

/**
 * Replaces stored links with the links in the patches where the two differ. Records at the other end that gain or lose
 * a link get a new version too, because they show the same pairs.
 * @returns whether there was any difference
 */
export const writeLinks = async (
  tx: Database,
  binding: TableBinding,
  writes: readonly LinkWrite[],
  changes: PendingChanges,
): Promise<boolean> => {
  let isDifferent = false;
  for (const [name, link] of Object.entries(binding.links)) {
    const field = binding.collection.fields[name];
    if (!field) continue;
    const changedLinks = writes.flatMap(({ id, patch, before }) => {
      if (patch[name] === undefined) return [];
      const [previousIds, requestedIds] = [(before[name] ?? []) as unknown[], patch[name] as unknown[]];
      return getKindTraits(field).change(previousIds, requestedIds) === undefined
        ? []
        : [{ id, were: previousIds, requested: requestedIds }];
    });
    isDifferent ||= changedLinks.length > 0;
    const clearedIds = changedLinks.filter(({ were: previousIds }) => previousIds.length > 0).map(({ id }) => id);
    if (clearedIds.length > 0) await tx.delete(link.table).where(idsCondition(link.own, clearedIds));
    await insertPairs(tx, link, changedLinks);
    const touchedIds = new Set(
      changedLinks.flatMap(({ were: previousIds, requested: requestedIds }) =>
        symmetricDifference(previousIds, requestedIds),
      ),
    );
    if (getStoredKind(field).names === 'records')
      await bumpVersions(tx, getKindTraits(field).target(field) ?? '', [...touchedIds] as number[], changes);
  }
  return isDifferent;
};

/**
 * Records at the other end of a lost link get a new version too, because they show the same pairs, as matrices show
 * their products.
 */
export const bumpLinkedVersions = async (
  tx: Database,
  binding: TableBinding,
  ids: readonly number[],
  changes: PendingChanges,
): Promise<void> => {
  const shown = Object.entries(binding.memberships ?? {}).filter(([, { isShownByOther }]) => isShownByOther);
  for (const [resource, link] of [...listRecordLinks(binding), ...shown]) {
    const others = new Set([...(await readLinks(tx, link, ids)).values()].flat() as number[]);
    await bumpVersions(tx, resource, [...others], changes);
  }
};

/** The links to records that show the same pairs, by the resource they lead to. */
const listRecordLinks = ({ links, collection }: TableBinding): [resource: string, link: LinkBinding][] =>
  Object.entries(links).flatMap(([name, link]): [string, LinkBinding][] => {
    const field = collection.fields[name];
    return field && getStoredKind(field).names === 'records' ? [[getKindTraits(field).target(field) ?? '', link]] : [];
  });

const insertPairs = async (
  tx: Database,
  link: LinkBinding,
  linkWrites: readonly { id: number; requested: readonly unknown[] }[],
) => {
  const { table, own, other, value = { [other.name]: other } } = link;
  const rows = linkWrites.flatMap(({ id, requested: requestedIds }) =>
    [...new Set(requestedIds)].map(requestedId => ({
      ...(link.value ? (requestedId as object) : { [other.name]: requestedId }),
      [own.name]: id,
    })),
  );
  if (rows.length === 0) return;
  const columns = sql.join(
    [own, ...Object.values(value)].map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  await tx.execute(
    sql`insert into ${table} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`,
  );
};

/** Increments the version of records whose pairs, which are in another table, have changed. */
export const bumpVersions = async (
  tx: Database,
  resource: string,
  ids: readonly number[],
  changes: PendingChanges,
): Promise<void> => {
  if (ids.length === 0) return;
  const { table } = getBinding(resource);
  await tx
    .update(table as PgTable)
    .set(createStamp(table, changes) as never)
    .where(idsCondition(table.id, ids));
  changes.changed(resource, ids);
};
