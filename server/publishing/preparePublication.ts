import { and, asc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { feeds, projects, syncRunProjects } from '../db/schema.ts';
import { ApiFailure } from '../http/errors.ts';
import { translatePublishing } from '../translate.ts';
import type { PublishTarget } from './content.ts';
import { loadPublishContext } from './context.ts';
import { type FeedState, type PublicationPlan, planFailedRecords, planRecords, readFeedStates } from './plan.ts';
import type { Staging } from './stage.ts';

/** What a run has to check, and what the feeds were when that was decided. */
export interface PreparedPublication {
  staging: Staging;
  plan: PublicationPlan;
  feedStates: readonly FeedState[];
  onlyFailed: boolean;
}

interface PublicationRequest {
  runId: number;
  targets: readonly PublishTarget[];
  onlyFailed: boolean;
}

export const preparePublication = async (
  tx: Database,
  { runId, targets, onlyFailed }: PublicationRequest,
): Promise<PreparedPublication> => {
  const context = await loadPublishContext(tx);
  const feedStates = await readFeedStates(tx, targets, context);
  const ids = targets.map(({ id }) => id);
  const plan = onlyFailed ? await planFailedRecords(tx, ids) : await planRecords(tx, feedStates);
  return { staging: { runId, targets, context }, plan, feedStates, onlyFailed };
};

export const insertProjects = async (
  tx: Database,
  run_id: number,
  targets: readonly PublishTarget[],
): Promise<void> => {
  await tx.insert(syncRunProjects).values(targets.map(({ id }) => ({ run_id, project_id: id })));
};

/** @throws {ApiFailure} 400 for an unknown or archived project */
export const readTargets = async (
  db: Database,
  { projectIds, onlyFailed }: { projectIds: readonly number[]; onlyFailed: boolean },
): Promise<PublishTarget[]> => {
  const targets = await selectTargets(db, and(inArray(projects.id, [...projectIds]), eq(projects.archived, false)));
  if (targets.length < new Set(projectIds).size)
    throw new ApiFailure('invalid', { message: translatePublishing('refused.noProject') });
  // A project without any publication has no failures, but including it here would mark it as published.
  return onlyFailed ? filterPublished(db, targets) : targets;
};

/** Also those that were archived in the meantime: a run that is not interrupted publishes to them, too. */
export const readTargetsToResume = (db: Database, projectIds: readonly number[]): Promise<PublishTarget[]> =>
  selectTargets(db, inArray(projects.id, [...projectIds]));

const selectTargets = (db: Database, condition: SQL | undefined): Promise<PublishTarget[]> =>
  db
    .select({
      id: projects.id,
      code: projects.code,
      name: projects.name,
      platform: projects.platform,
      currency: projects.currency,
    })
    .from(projects)
    .where(condition)
    .orderBy(asc(projects.name), asc(projects.id));

const filterPublished = async (db: Database, targets: readonly PublishTarget[]): Promise<PublishTarget[]> => {
  const rows = await db.select({ id: feeds.project_id }).from(feeds).where(isNotNull(feeds.run_id));
  const knownIds = new Set(rows.map(({ id }) => id));
  return targets.filter(({ id }) => knownIds.has(id));
};
