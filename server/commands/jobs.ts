import { desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { runLog, runs, users } from '../db/schema.ts';
import { activeStatuses } from '../jobs/runs.ts';
import { translateCommand } from '../translate.ts';
import { CommandError, formatTable, serverCommand } from './command.ts';

const Limit = z.coerce.number().int().min(1).max(10_000).default(20);

const jobColumns = {
  id: runs.id,
  kind: runs.kind,
  status: runs.status,
  progress: runs.progress,
  counts: runs.counts,
  user: sql<string | null>`(select name from ${users} where ${users.id} = ${runs.user_id})`,
  started_at: runs.started_at,
  finished_at: runs.finished_at,
};

export const jobsList = serverCommand({
  about: 'jobsList',
  input: z.object({ active: z.boolean().default(false), limit: Limit }),
  run: async ({ db }, { active, limit }) => {
    const isShown = active ? inArray(runs.status, [...activeStatuses]) : undefined;
    const found = await db.select(jobColumns).from(runs).where(isShown).orderBy(desc(runs.id)).limit(limit);
    const rows = found.map(job => [
      String(job.id),
      translateCommand(`jobKinds.${job.kind}`),
      translateCommand(`jobStatuses.${job.status}`),
      `${job.progress} %`,
      job.started_at.toISOString(),
      job.user ?? '',
    ]);
    return { result: found, lines: rows.length > 0 ? formatTable(rows) : [translateCommand('done.noJobs')] };
  },
});

export const jobsShow = serverCommand({
  about: 'jobsShow',
  positionals: ['id'],
  input: z.object({ id: z.coerce.number().int().positive(), limit: Limit }),
  run: async ({ db }, { id, limit }) => {
    const [job] = await db.select(jobColumns).from(runs).where(eq(runs.id, id));
    if (!job) throw new CommandError(translateCommand('failures.noJob', { id }));
    const latest = await db
      .select({ seq: runLog.seq, level: runLog.level, text: runLog.text })
      .from(runLog)
      .where(eq(runLog.run_id, id))
      .orderBy(desc(runLog.seq))
      .limit(limit);
    const log = latest.toReversed();
    const head = `${translateCommand(`jobKinds.${job.kind}`)}: ${translateCommand(`jobStatuses.${job.status}`)}, ${job.progress} %`;
    return { result: { ...job, log }, lines: [head, ...log.map(({ level, text }) => `${level}  ${text}`)] };
  },
});
