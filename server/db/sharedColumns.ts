import { integer, text } from 'drizzle-orm/pg-core';
import { referenceValues } from './settingsSchema.ts';

/** The value of a reference. */
export const referenceId = () => integer().references(() => referenceValues.id);

/** The stages of whatever is prepared, in use, and put away. */
export const lifecycle = () =>
  text({ enum: ['draft', 'active', 'archived'] })
    .notNull()
    .default('draft');
