import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { importPresentProducts, importProfileProducts, importProfiles } from '../../db/schema.ts';
import { identifiers, type KeyField } from '../../table/importable.ts';
import type { RowValues } from '../../table/reader.ts';
import { findPaddedKeys } from '../damage.ts';
import { type FoundIds, findProducts, type PreviousKeys, preferIndexes } from '../products.ts';

export const hasProductKey = (values: RowValues): boolean => identifiers.some(name => (values[name] ?? null) !== null);

interface NamingRows {
  /** The products that the readable rows refer to. */
  foundProducts?: FoundIds | undefined;
  /** Rows that will not be imported. Their products count as present nevertheless. */
  unread: readonly RowValues[];
  before?: PreviousKeys | undefined;
}

/**
 * Finds the products that rows refer to by any identifier. A product counts as present even if its row is faulty or
 * contradicts another row, because only products that do not occur in the table at all may be archived.
 */
export const findPresentProducts = async (
  tx: Database,
  { foundProducts, unread, before }: NamingRows,
): Promise<Set<number>> => {
  const presentIds = new Set(foundProducts ? collectFoundIds(foundProducts) : []);
  const namedRows = unread.filter(hasProductKey);
  if (namedRows.length === 0) return presentIds;
  await preferIndexes(tx);
  const paddedKeys = await findPaddedKeys(tx, namedRows, before);
  const respelledValues = [...paddedKeys].map(([digits, code]) => ({ [digits.split(' ')[0] as KeyField]: code }));
  for (const id of collectFoundIds(await findProducts(tx, [...namedRows, ...respelledValues], before)))
    presentIds.add(id);
  return presentIds;
};

const collectFoundIds = (foundProducts: FoundIds): number[] =>
  identifiers.flatMap(name => [...foundProducts[name].values()]);

interface PresenceTarget {
  runId: number;
  /** Whether the last step of the run needs these products. */
  isArchiving: boolean;
  profileId: number | null;
}

/**
 * Records which products a part of a file contains, for the last step of the run and for later imports with the same
 * profile.
 */
export const writePresentProducts = async (
  tx: Database,
  { runId, isArchiving, profileId }: PresenceTarget,
  presentIds: ReadonlySet<number>,
): Promise<void> => {
  if (presentIds.size === 0) return;
  const ids = sql`unnest(${sql.param([...presentIds])}::integer[])`;
  if (isArchiving)
    await tx.execute(
      sql`insert into ${importPresentProducts} (run_id, product_id) select ${runId}::integer, ${ids} on conflict do nothing`,
    );
  // Locks the profile, because somebody may delete it during the run.
  if (profileId !== null)
    await tx.execute(
      sql`with profile as (select id from ${importProfiles} where id = ${profileId} for key share)
        insert into ${importProfileProducts} (profile_id, product_id) select profile.id, ${ids} from profile
        on conflict do nothing`,
    );
};
