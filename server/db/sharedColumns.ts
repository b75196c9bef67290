import { integer, text } from 'drizzle-orm/pg-core';
import { referenceValues } from './settingsSchema.ts';

export const referenceIdColumn = () => integer().references(() => referenceValues.id);

export const lifecycleColumn = () =>
  text({ enum: ['draft', 'active', 'archived'] })
    .notNull()
    .default('draft');
