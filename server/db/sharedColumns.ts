import { integer, text } from 'drizzle-orm/pg-core';
import { referenceValues } from './settingsSchema.ts';

export const referenceId = () => integer().references(() => referenceValues.id);

export const lifecycle = () =>
  text({ enum: ['draft', 'active', 'archived'] })
    .notNull()
    .default('draft');
