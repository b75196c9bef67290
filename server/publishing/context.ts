import { createHash } from 'node:crypto';
import { asc } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { referenceValues } from '../db/schema.ts';
import { attributeSources } from '../records/attributes.ts';
import type { Surroundings, Target } from './content.ts';

/** Read once at the start of a run, so that all its records are published with the same settings. */
export const loadSurroundings = async (db: Database): Promise<Surroundings> => {
  const values = await db
    .select({ id: referenceValues.id, name: referenceValues.name })
    .from(referenceValues)
    .orderBy(asc(referenceValues.id));
  return { sources: await attributeSources(db), values: new Map(values.map(value => [value.id, value])) };
};

/**
 * Hash of the settings that content depends on: names of values, attribute definitions, languages, the project itself.
 * Their changes are in no draft, so a different hash is the only sign that a feed has to be rebuilt.
 */
export const digestOf = ({ code, platform, currency }: Target, { sources, values }: Surroundings): string => {
  const attributes = sources.attributes.map(one => [one.code, one.kind, one.reference, one.applies_to, one.archived]);
  const parts = [code, platform, currency, attributes, sources.languages.map(one => one.code), [...values.values()]];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
};
