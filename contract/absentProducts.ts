import { z } from 'zod';
import { isAllowed } from './permissions.ts';
import { getCollection } from './records.ts';

/**
 * Which products a table is expected to contain. A supplier's table covers only part of the catalogue, so we expect
 * either the products from earlier imports with the same profile, or all products of the brands in the table.
 */
export const absentScopes = ['profile', 'brands'] as const;
export type AbsentScope = (typeof absentScopes)[number];

/**
 * What to do with expected products that are missing from the table: archive them if `archives` is set, otherwise leave
 * them unchanged.
 */
export const AbsentRule = z.strictObject({ scope: z.enum(absentScopes), archives: z.boolean() });
export type AbsentRule = z.output<typeof AbsentRule>;

/** Archiving changes a product's status, so permission to import is not enough. */
export const canArchiveAbsent = (grantedSlugs: ReadonlySet<string>): boolean =>
  isAllowed(getCollection('nomenclature').access.update, grantedSlugs);

/** Products in the catalogue that are missing from the table. */
export const AbsentSummary = z.object({
  count: z.int(),
  /** The number of expected products, whether present or not. Archived products are not expected. */
  expected: z.int(),
  /** Rows without a readable identifier. Their products may be counted as absent. */
  unread_rows: z.int(),
});
export type AbsentSummary = z.output<typeof AbsentSummary>;

const LARGE_SHARE = 0.5;

/**
 * Whether so many products are absent that the table is probably incomplete. In that case, the user has to confirm
 * before products are archived.
 */
export const isLargeShare = ({ count, expected }: Pick<AbsentSummary, 'count' | 'expected'>): boolean =>
  count > expected * LARGE_SHARE;

const NullableText = z.string().nullable();

export const AbsentPage = z.object({
  total: z.int(),
  items: z.array(z.object({ id: z.int(), name: z.string(), sku: NullableText, barcode: NullableText })),
});
export type AbsentPage = z.output<typeof AbsentPage>;
