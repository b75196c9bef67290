import { inArray, type SQL, sql } from 'drizzle-orm';
import type { FeedItemOfType } from '#contract/feeds.ts';
import {
  type ExclusionReason,
  emptySyncCounts,
  type PublishedEntity,
  type PublishedRecordType,
  publishedRecords,
  type SyncCounts,
  type SyncErrorKind,
  type SyncLogItem,
} from '#contract/synchronization.ts';
import { readCategoryRows } from '../categories/readTree.ts';
import { type Database, queryRows } from '../db/database.ts';
import { categories, feedItems } from '../db/schema.ts';
import type { NewLogLine } from '../jobs/runs.ts';
import { readRecords, type WireRecord } from '../records/readRecords.ts';
import { getBinding } from '../records/tableBinding.ts';
import { translatePublishing } from '../translate.ts';
import { buildOutcome, type PublishContext, type PublishOutcome, type PublishTarget } from './content.ts';
import { countReasons, type ReasonsByRecord } from './exclusionReasons.ts';
import { readImagesByRecord } from './images.ts';
import type { PublicationPlan } from './plan.ts';

export type StagingLine = NewLogLine<SyncLogItem>;

export interface Staging {
  runId: number;
  targets: readonly PublishTarget[];
  context: PublishContext;
}

interface StagedRecords {
  counts: SyncCounts;
  lines: StagingLine[];
  /** Null for a record that does not exist. */
  versions: Map<number, number | null>;
  reasons: ReasonsByRecord;
}

export const stageRecords = async (
  tx: Database,
  staging: Staging,
  entity: PublishedRecordType,
  ids: readonly number[],
): Promise<StagedRecords> => {
  const { runId, targets, context } = staging;
  const records = new Map((await readRecords(tx, getBinding(entity), ids)).map(record => [record.id, record]));
  const images = await readImagesByRecord(tx, entity, ids);
  const platforms = await readPlatforms(tx, [...records.values()]);
  const counts = { ...emptySyncCounts };
  const reasons: ReasonsByRecord = new Map();
  const failuresByKey = new Map<string, { id: number; fault: SyncErrorKind; projects: string[]; isNew: boolean }>();
  for (const target of targets) {
    const outcomes = ids.map(id => {
      const input = { record: records.get(id), images: images.get(id) ?? [], target, context, platforms };
      return { id, outcome: buildOutcome(entity, input) };
    });
    const { absent, knownFaults, ...stagedCounts } = await stageOutcomes(
      tx,
      { runId, projectId: target.id, entity },
      outcomes,
    );
    const exclusionsById = new Map<number, readonly (ExclusionReason | SyncErrorKind)[]>(
      absent.map(id => [id, [findExclusionReason(records.get(id))]]),
    );
    for (const { id, outcome } of outcomes) if ('faults' in outcome) exclusionsById.set(id, outcome.faults);
    for (const [id, exclusions] of exclusionsById)
      reasons.set(id, new Map([...(reasons.get(id) ?? []), [target.id, exclusions]]));
    addCounts(counts, stagedCounts, ids.length - absent.length);
    for (const { id, outcome } of outcomes)
      for (const errorKind of 'faults' in outcome ? outcome.faults : []) {
        const failure = failuresByKey.get(`${id} ${errorKind}`) ?? { id, fault: errorKind, projects: [], isNew: false };
        failuresByKey.set(`${id} ${errorKind}`, {
          ...failure,
          projects: [...failure.projects, target.name],
          isNew: failure.isNew || !knownFaults.get(id)?.includes(errorKind),
        });
      }
  }
  const lines = [...failuresByKey.values()]
    .filter(({ isNew }) => isNew)
    .toSorted((failure, other) => failure.id - other.id)
    .map(
      ({ id, fault, projects }): StagingLine => ({
        level: 'error',
        text: translatePublishing('log.fault', {
          name: String(records.get(id)?.['name']),
          fault: translatePublishing(`fault.${fault}`),
          projects: projects.join(', '),
        }),
        record: { resource: entity, id },
        field: fault,
      }),
    );
  Object.assign(counts, countReasons([reasons]));
  return { counts, lines, reasons, versions: new Map(ids.map(id => [id, records.get(id)?.version ?? null])) };
};

const findExclusionReason = (record: WireRecord | undefined): ExclusionReason =>
  record ? (record['status'] as Exclude<ExclusionReason, 'deleted'>) : 'deleted';

const readPlatforms = async (tx: Database, records: readonly WireRecord[]): Promise<Map<number, string>> => {
  const ids = [...new Set(records.flatMap(record => record['categories'] as number[]))];
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: categories.id, platform: categories.platform })
    .from(categories)
    .where(inArray(categories.id, ids));
  return new Map(rows.map(({ id, platform }) => [id, platform]));
};

/**
 * Removes what an earlier attempt of a run staged for records that are no longer in its plan. The other rows stay until
 * they are replaced, since they show which faults are already in the log.
 */
export const removeUnplannedRows = async (tx: Database, runId: number, plan: PublicationPlan): Promise<void> => {
  for (const entity of publishedRecords)
    for (const table of ['feed_items', 'feed_failures'])
      await tx.execute(sql`delete from ${sql.identifier(table)} where since = ${runId} and entity = ${entity}
        and not exists (select from unnest(${sql.param(plan[entity])}::integer[]) planned (id) where id = record_id)`);
};

/**
 * Stages all categories of each project's platform, because there are few of them, and renaming one category changes
 * many paths.
 */
export const stageCategories = async (tx: Database, { runId, targets }: Staging): Promise<void> => {
  for (const target of targets) {
    const nodes = toFeedCategories(await readCategoryRows(tx, target.platform));
    const knownRows = await queryRows<{ id: number }>(
      tx,
      sql`select distinct record_id as id from ${feedItems} where project_id = ${target.id} and entity = 'categories'`,
    );
    const removedOutcomes = knownRows
      .filter(({ id }) => !nodes.has(id))
      .map(({ id }) => ({ id, outcome: { content: null } }));
    const presentOutcomes = [...nodes].map(([id, content]) => ({ id, outcome: { content } }));
    await stageOutcomes(tx, { runId, projectId: target.id, entity: 'categories' }, [
      ...presentOutcomes,
      ...removedOutcomes,
    ]);
  }
};

type FeedRows = Awaited<ReturnType<typeof readCategoryRows>>;

/** The rows must be in sibling order, because positions are counted from them. */
const toFeedCategories = (rows: FeedRows): Map<number, FeedItemOfType<'category'>> => {
  const rowsById = new Map(rows.map(row => [row.id, row]));
  const getPath = ({ name, parent_id }: FeedRows[number]): string[] => {
    const parent = parent_id === null ? undefined : rowsById.get(parent_id);
    return [...(parent ? getPath(parent) : []), name];
  };
  const siblings = new Map<number | null, number>();
  return new Map(
    rows.map(row => {
      const { id, name, parent_id } = row;
      const position = (siblings.get(parent_id) ?? 0) + 1;
      siblings.set(parent_id, position);
      return [id, { type: 'category', id, name, parent_id, path: getPath(row), position }];
    }),
  );
};

interface StageScope {
  runId: number;
  projectId: number;
  entity: PublishedEntity;
}

type StagedCounts = Pick<SyncCounts, 'published' | 'removed' | 'faulty'>;

interface StagedOutcomes extends StagedCounts {
  /** Records that must not be published and were not published before. */
  absent: number[];
  /** By record, the faults that this run had found before, which are in its log. */
  knownFaults: Map<number, SyncErrorKind[] | null>;
}

/**
 * Stages what differs from the published rows. Replaces anything that this run has already staged for these records,
 * because a changed record is checked again, and a run that is resumed checks all records again.
 */
const stageOutcomes = async (
  tx: Database,
  scope: StageScope,
  outcomes: readonly { id: number; outcome: PublishOutcome }[],
): Promise<StagedOutcomes> => {
  const { runId, projectId, entity } = scope;
  const rows = JSON.stringify(outcomes.map(({ id, outcome }) => ({ id, ...outcome })));
  const ids = sql.param(outcomes.map(({ id }) => id));
  const stagedSql = sql`since = ${runId} and project_id = ${projectId} and entity = ${entity}
    and record_id = any(${ids}::integer[])`;
  await tx.execute(sql`delete from feed_items where ${stagedSql}`);
  const replacedFailures = await queryRows<{ id: number; faults: SyncErrorKind[] | null }>(
    tx,
    sql`delete from feed_failures where ${stagedSql} returning record_id as id, faults`,
  );
  const [countRow] = await queryRows<StagedCounts & { absent: number[] }>(
    tx,
    sql`with outcome as (
      select outcome.*, item.content as before, failure.faults as failed
      from jsonb_to_recordset(${rows}::jsonb) as outcome (id integer, content jsonb, faults text[])
      left join lateral (${publishedRowSql('feed_items', scope)}) item on true
      left join lateral (${publishedRowSql('feed_failures', scope)}) failure on true
    ), items as (
      insert into feed_items (project_id, entity, record_id, since, content, delta)
      select ${projectId}::integer, ${entity}::text, id, ${runId}::integer, content,
        (content is not null)::integer - (before is not null)::integer
      from outcome where faults is null and content is distinct from before returning content
    ), failures as (
      insert into feed_failures (project_id, entity, record_id, since, faults, delta)
      select ${projectId}::integer, ${entity}::text, id, ${runId}::integer, faults,
        (coalesce(faults, '{}') <> '{}')::integer - (coalesce(failed, '{}') <> '{}')::integer
      from outcome where faults is not null or failed is not null returning faults
    )
    select (select count(content) from items)::integer as published, (select count(faults) from failures)::integer as faulty,
      (select count(*) - count(content) from items)::integer as removed,
      array(select id from outcome where content is null and faults is null and before is null) as absent`,
  );
  const knownFaults = new Map(replacedFailures.map(({ id, faults }) => [id, faults]));
  return { ...(countRow ?? { published: 0, removed: 0, faulty: 0, absent: [] }), knownFaults };
};

/**
 * The published row of a record. The highest earlier `since` is enough, because runs that did not finish leave no rows.
 */
const publishedRowSql = (table: 'feed_items' | 'feed_failures', { runId, projectId, entity }: StageScope): SQL =>
  sql`select * from ${sql.identifier(table)} where project_id = ${projectId} and entity = ${entity}
    and record_id = outcome.id and since < ${runId} order by since desc limit 1`;

const addCounts = (sum: SyncCounts, { published, removed, faulty }: StagedCounts, of: number): void => {
  sum.published += published;
  sum.removed += removed;
  sum.faulty += faulty;
  sum.unchanged += of - published - removed - faulty;
};
