import { z } from 'zod';
import { isAllowed } from './permissions.ts';
import { getCollection } from './records.ts';

/**
 * Which products a table is expected to contain, since a supplier's table covers only a part of the catalogue: those
 * that earlier imports by the same profile contained, or those of the brands that occur in the table.
 */
export const absentScopes = ['profile', 'brands'] as const;
export type AbsentScope = (typeof absentScopes)[number];

/** How to treat expected products that the table does not contain: `archives` sets their status, otherwise they stay. */
export const AbsentRule = z.strictObject({ scope: z.enum(absentScopes), archives: z.boolean() });
export type AbsentRule = z.output<typeof AbsentRule>;

/** Archiving changes a status, so it needs the permission for that, not only the one for importing. */
export const canArchiveAbsent = (granted: ReadonlySet<string>): boolean =>
  isAllowed(getCollection('nomenclature').access.update, granted);

/** Products in the catalogue that the table does not contain. */
export const AbsentSummary = z.object({
  count: z.int(),
  /** The number of expected products, present or not. Archived ones are not expected. */
  expected: z.int(),
  /** Rows without a readable identifier. Their products may be among the absent ones. */
  unread_rows: z.int(),
});
export type AbsentSummary = z.output<typeof AbsentSummary>;

const LARGE_SHARE = 0.5;

/** Whether so many are absent that the table is probably only a part, so that archiving needs a confirmation. */
export const isLargeShare = ({ count, expected }: Pick<AbsentSummary, 'count' | 'expected'>): boolean =>
  count > expected * LARGE_SHARE;

const NullableText = z.string().nullable();

export const AbsentPage = z.object({
  total: z.int(),
  items: z.array(z.object({ id: z.int(), name: z.string(), sku: NullableText, barcode: NullableText })),
});
export type AbsentPage = z.output<typeof AbsentPage>;
