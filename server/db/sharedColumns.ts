import { integer, text } from 'drizzle-orm/pg-core';
import { referenceValues } from './settingsSchema.ts';

/** Foreign key to a reference value. */
export const referenceId = () => integer().references(() => referenceValues.id);

/** The life cycle shared by goods and matrices. */
export const lifecycle = () =>
  text({ enum: ['draft', 'active', 'archived'] })
    .notNull()
    .default('draft');
