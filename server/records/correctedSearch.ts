import { and, like, sql } from 'drizzle-orm';
import type { FilterQuery } from '#contract/collection.ts';
import { wordsOf } from '#contract/searchText.ts';
import { type Database, rowsOf } from '../db/database.ts';
import { literal } from './query.ts';
import { scopeOf, type TableBinding } from './tableBinding.ts';
import { correction, likelyParts } from './typo.ts';

/** Shorter words differ from too many others by one letter. */
const SHORTEST = 4;
/** Longer ones are no words, and each letter of theirs costs a scan. */
const LONGEST = 32;
/** Records compared for each part of an unknown word, and for all of them, which bounds the time that it takes. */
const COMPARED = 1000;
const COMPARED_IN_ALL = 5000;
/** More unknown words are no typos, and each takes a while to correct: one call must not keep the server busy. */
const MAX_UNKNOWN = 3;

export const withCorrectedSearch = async <Q extends FilterQuery>(
  db: Database,
  binding: TableBinding,
  query: Q,
): Promise<Q> => {
  const search = query.search ? await correctedSearch(db, binding, query.search) : null;
  return search === null ? query : { ...query, search };
};

/**
 * The search with each word that occurs nowhere replaced by one that does and differs by a letter. Null if there are
 * none such. Words with digits stay as they are: another barcode is another product.
 */
export const correctedSearch = async (db: Database, binding: TableBinding, search: string): Promise<string | null> => {
  const words = wordsOf(search).map(([word = '']) => word);
  const unknown: string[] = [];
  for (const word of new Set(words.filter(isCorrectable))) {
    if (await occurs(db, binding, word)) continue;
    if (unknown.push(word) > MAX_UNKNOWN) return null;
  }
  const corrections = new Map<string, string>();
  for (const word of unknown) {
    const best = await bestCorrection(db, binding, word);
    if (best === null) return null;
    corrections.set(word, best);
  }
  return corrections.size === 0 ? null : words.map(word => corrections.get(word) ?? word).join(' ');
};

const isCorrectable = (word: string): boolean =>
  word.length >= SHORTEST && word.length <= LONGEST && /^\p{L}+$/u.test(word);

const occurs = async (db: Database, binding: TableBinding, word: string): Promise<boolean> =>
  (await textsWith(db, binding, [word], 1)).length > 0;

const bestCorrection = async (db: Database, binding: TableBinding, typed: string): Promise<string | null> => {
  const texts = await textsWith(db, binding, likelyParts(typed), COMPARED);
  const [whole, begun] = [new Map<string, number>(), new Map<string, number>()];
  for (const word of texts.join(' ').match(/\p{L}+/gu) ?? []) {
    const corrected = correction(typed, word);
    const counts = corrected === word ? whole : begun;
    if (corrected !== null) counts.set(corrected, (counts.get(corrected) ?? 0) + 1);
  }
  const [best] = [...(whole.size > 0 ? whole : begun)].sort(([, one], [, other]) => other - one);
  return best?.[0] ?? null;
};

/**
 * Texts that contain any of these parts, at most `limit` for each: one statement with a scan for each, so that the
 * commonest part neither hides the others nor keeps the planner from the index.
 */
const textsWith = async (
  db: Database,
  binding: TableBinding,
  parts: readonly string[],
  limit: number,
): Promise<string[]> => {
  const { search } = binding.table;
  const scans = parts.map(part => {
    const where = and(scopeOf(binding), like(search, `%${literal(part)}%`));
    return sql`(select ${search} as search from ${binding.table} where ${where} limit ${limit})`;
  });
  const rows = await rowsOf<{ search: string }>(
    db,
    sql`select search from (${sql.join(scans, sql` union all `)}) texts limit ${COMPARED_IN_ALL}`,
  );
  return rows.map(row => row.search);
};
