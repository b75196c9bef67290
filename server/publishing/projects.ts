import { sql } from 'drizzle-orm';
import type { SyncProject } from '#contract/synchronization.ts';
import { type Database, queryRows } from '../db/database.ts';
import { findCause, loadPublishContext } from './context.ts';

interface ProjectRow extends Omit<SyncProject, 'last' | 'cause'> {
  currency: string;
  run_id: number | null;
  at: string | Date | null;
  settings: string | null;
}

/**
 * The projects that can be published to, each with its number of waiting records. These are records in current drafts,
 * or in drafts that were published only to other projects. All records count as waiting if the project was never
 * published to, or if its settings have changed since.
 */
export const readProjects = async (db: Database): Promise<SyncProject[]> => {
  const rows = await queryRows<ProjectRow>(
    db,
    sql`with waiting as (
      -- How many records each run was the last to close, and how many are in current drafts: one pass, few rows.
      select run_id, count(*)::integer as records from (
        select max(coalesce(d.run_id, 2147483647)) as run_id
        from drafts d cross join lateral (
          select distinct entity, record_id from draft_changes
          where draft_id = d.id and entity in ('nomenclature', 'catalog')
        ) c
        where (d.status = 'current' or d.run_id > (select coalesce(min(drafts_run_id), 0) from feeds join projects on projects.id = feeds.project_id where run_id is not null and not archived))
        group by c.entity, c.record_id
      ) last group by run_id
    )
    select p.id, p.code, p.name, p.platform, p.currency, f.run_id, f.published_at as at, f.settings,
      f.key_hash is not null as has_key,
      coalesce(f.records_count, 0) as items, coalesce(f.failed_count, 0) as failed,
      (select coalesce(sum(records), 0)::integer from waiting where waiting.run_id > coalesce(f.drafts_run_id, 0))
        as waiting
    from projects p left join feeds f on f.project_id = p.id where not p.archived order by p.name, p.id`,
  );
  const context = await loadPublishContext(db);
  const all = await countAll(db);
  return rows.map(({ currency, run_id, at, settings, ...row }) => {
    const cause = findCause({ run_id, settings }, { ...row, currency }, context);
    return {
      ...row,
      cause,
      waiting: cause ? all : row.waiting,
      last: run_id === null || at === null ? null : { run_id, at: new Date(at).toISOString() },
    };
  });
};

const countAll = async (db: Database): Promise<number> => {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`select (select count(*) from products)::integer + (select count(*) from models)::integer as count`,
  );
  return row?.count ?? 0;
};
