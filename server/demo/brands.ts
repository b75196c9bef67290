import { z } from 'zod';
import brandList from './lists/brands.json' with { type: 'json' };
import unitList from './lists/units.json' with { type: 'json' };

export const brands = z
  .array(z.strictObject({ name: z.string(), code: z.string(), level: z.number() }))
  .parse(brandList);

export const CAFE_BRAND = 'Тёплый угол';
export const PRIVATE_LABEL = 'Своя полка';

export const units = z
  .array(z.strictObject({ name: z.string(), symbol: z.string(), code: z.string().nullable() }))
  .parse(unitList);
