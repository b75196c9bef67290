import { and, like, sql } from 'drizzle-orm';
import type { FilterQuery } from '#contract/collection.ts';
import { listWordVariants } from '#contract/searchText.ts';
import { type Database, queryRows } from '../db/database.ts';
import { escapeLike } from './query.ts';
import { scopeCondition, type TableBinding } from './tableBinding.ts';
import { correctTypo, listLikelyParts } from './typo.ts';

/** Shorter words are not corrected, because too many words differ from them by one letter. */
const MIN_WORD_LENGTH = 4;
/** Longer texts are not words, and each letter needs another scan. */
const MAX_WORD_LENGTH = 32;
/**
 * The maximum number of records compared for each part of an unknown word, and for all parts together, to limit the
 * duration.
 */
const MAX_COMPARED_PER_PART = 1000;
const MAX_COMPARED_TOTAL = 5000;
/**
 * A query with more unknown words than this is probably not mistyped. The limit also bounds the duration of a call,
 * since every unknown word is looked up.
 */
const MAX_UNKNOWN_WORDS = 3;

export const withCorrectedSearch = async <Q extends FilterQuery>(
  db: Database,
  binding: TableBinding,
  query: Q,
): Promise<Q> => {
  const search = query.search ? await correctSearch(db, binding, query.search) : null;
  return search === null ? query : { ...query, search };
};

/**
 * The search with each unknown word replaced by a known one that differs by a letter; null if nothing can be corrected.
 * Words with digits are not corrected, because a different barcode means a different product.
 */
export const correctSearch = async (db: Database, binding: TableBinding, search: string): Promise<string | null> => {
  const searchWords = listWordVariants(search).map(([word = '']) => word);
  const unknownWords: string[] = [];
  for (const word of new Set(searchWords.filter(isCorrectable))) {
    if (await hasWord(db, binding, word)) continue;
    if (unknownWords.push(word) > MAX_UNKNOWN_WORDS) return null;
  }
  const corrections = new Map<string, string>();
  for (const word of unknownWords) {
    const best = await findBestCorrection(db, binding, word);
    if (best === null) return null;
    corrections.set(word, best);
  }
  return corrections.size === 0 ? null : searchWords.map(word => corrections.get(word) ?? word).join(' ');
};

const isCorrectable = (word: string): boolean =>
  word.length >= MIN_WORD_LENGTH && word.length <= MAX_WORD_LENGTH && /^\p{L}+$/u.test(word);

const hasWord = async (db: Database, binding: TableBinding, word: string): Promise<boolean> =>
  (await readTextsWith(db, binding, [word], 1)).length > 0;

const findBestCorrection = async (db: Database, binding: TableBinding, typedWord: string): Promise<string | null> => {
  const foundTexts = await readTextsWith(db, binding, listLikelyParts(typedWord), MAX_COMPARED_PER_PART);
  const [wholeWords, beginnings] = [new Map<string, number>(), new Map<string, number>()];
  for (const word of foundTexts.join(' ').match(/\p{L}+/gu) ?? []) {
    const correctedWord = correctTypo(typedWord, word);
    const counts = correctedWord === word ? wholeWords : beginnings;
    if (correctedWord !== null) counts.set(correctedWord, (counts.get(correctedWord) ?? 0) + 1);
  }
  const [best] = [...(wholeWords.size > 0 ? wholeWords : beginnings)].sort(([, one], [, other]) => other - one);
  return best?.[0] ?? null;
};

/**
 * Texts that contain any of these parts, at most `limit` per part. One statement with a scan per part, so that a common
 * part neither crowds out the others nor keeps the planner from using the index.
 */
const readTextsWith = async (
  db: Database,
  binding: TableBinding,
  wordParts: readonly string[],
  limit: number,
): Promise<string[]> => {
  const { search } = binding.table;
  const scanQueries = wordParts.map(part => {
    const condition = and(scopeCondition(binding), like(search, `%${escapeLike(part)}%`));
    return sql`(select ${search} as search from ${binding.table} where ${condition} limit ${limit})`;
  });
  const rows = await queryRows<{ search: string }>(
    db,
    sql`select search from (${sql.join(scanQueries, sql` union all `)}) texts limit ${MAX_COMPARED_TOTAL}`,
  );
  return rows.map(row => row.search);
};
