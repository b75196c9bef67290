import { createHash } from 'node:crypto';
import { asc } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { referenceValues } from '../db/schema.ts';
import { attributeSources } from '../records/attributes.ts';
import type { Surroundings, Target } from './content.ts';

/** Everything that content is made of beside the records, as it is at this moment. */
export const loadSurroundings = async (db: Database): Promise<Surroundings> => {
  const values = await db
    .select({ id: referenceValues.id, name: referenceValues.name })
    .from(referenceValues)
    .orderBy(asc(referenceValues.id));
  return { sources: await attributeSources(db), values: new Map(values.map(value => [value.id, value])) };
};

/**
 * Tells apart the settings that content is made by: names of values, definitions of attributes, languages, and the
 * project itself are in no draft, yet what was published by others is not what would be published now.
 */
export const digestOf = ({ code, platform, currency }: Target, { sources, values }: Surroundings): string => {
  const attributes = sources.attributes.map(one => [one.code, one.kind, one.reference, one.applies_to, one.archived]);
  const parts = [code, platform, currency, attributes, sources.languages.map(one => one.code), [...values.values()]];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
};
