import { createHash } from 'node:crypto';
import { asc } from 'drizzle-orm';
import { z } from 'zod';
import { buildAttributeFields } from '#contract/attributes.ts';
import { FeedItem } from '#contract/feeds.ts';
import { records } from '#contract/records.ts';
import type { PublicationCause } from '#contract/synchronization.ts';
import type { Database } from '../db/database.ts';
import { referenceValues } from '../db/schema.ts';
import { readAttributeDefinitions } from '../records/attributes.ts';
import type { PublishContext, PublishTarget } from './content.ts';

/** Call it once, at the start of a run, so that all its records are published with the same settings. */
export const loadPublishContext = async (db: Database): Promise<PublishContext> => {
  const values = await db
    .select({ id: referenceValues.id, name: referenceValues.name })
    .from(referenceValues)
    .orderBy(asc(referenceValues.id));
  const sources = await readAttributeDefinitions(db);
  return {
    sources,
    attributes: {
      nomenclature: buildAttributeFields(records.nomenclature, sources),
      catalog: buildAttributeFields(records.catalog, sources),
    },
    values: new Map(values.map(value => [value.id, value])),
  };
};

const hashValue = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

let cachedSchemaHash: string | null = null;
/** Hash of the schema of feed items, so that feeds are rebuilt when a release adds a field. */
const getFeedSchemaHash = (): string => (cachedSchemaHash ??= hashValue(z.toJSONSchema(FeedItem)));

/**
 * A digest of everything that the content depends on, apart from the records: the schema of feed items, names of
 * reference values, attribute definitions, languages, and the project's settings. Drafts do not contain changes to
 * these, so only a different digest shows that a feed has to be rebuilt.
 */
export const computeTargetDigest = (
  { code, platform, currency }: PublishTarget,
  { sources, values }: PublishContext,
): string => {
  const attributes = sources.attributes.map(attribute => [
    attribute.code,
    attribute.kind,
    attribute.reference,
    attribute.applies_to,
    attribute.archived,
  ]);
  const hashedParts = [
    code,
    platform,
    currency,
    attributes,
    sources.languages.map(language => language.code),
    [...values.values()],
  ];
  return `${getFeedSchemaHash()}.${hashValue(hashedParts)}`;
};

/** Why every record has to be published to a project again; null if only changed records have to be. */
export const findCause = (
  feed: { run_id: number | null; settings: string | null } | undefined,
  target: PublishTarget,
  context: PublishContext,
): PublicationCause | null => {
  if (!feed || feed.run_id === null) return 'first';
  if (feed.settings === null) return 'history';
  if (feed.settings === computeTargetDigest(target, context)) return null;
  return feed.settings.split('.')[0] === getFeedSchemaHash() ? 'settings' : 'shape';
};
