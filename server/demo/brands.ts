import { z } from 'zod';
import brandList from './lists/brands.json' with { type: 'json' };
import unitList from './lists/units.json' with { type: 'json' };

/**
 * Invented makers. `level` says how expensive their goods are compared with the usual price of the kind.
 * «Тёплый угол» is the chain itself (what its cafes cook is sold without a maker's name in it),
 * «Своя полка» its own label in the shops.
 */
export const brands = z
  .array(z.strictObject({ name: z.string(), code: z.string(), level: z.number() }))
  .parse(brandList);

/** Products of this brand are named without it. */
export const CAFE = 'Тёплый угол';
/** The chain's own label. */
export const OWN_LABEL = 'Своя полка';

/** Units of measure; `code` is the number in the all-Russian classifier (ОКЕИ) where there is one. */
export const units = z
  .array(z.strictObject({ name: z.string(), symbol: z.string(), code: z.string().nullable() }))
  .parse(unitList);
