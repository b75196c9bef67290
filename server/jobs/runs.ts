import { and, count, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Editor } from '#contract/editor.ts';
import type { LogItem } from '#contract/importing.ts';
import { DEFAULT_LOCALE, type Locale } from '#i18n/messages.ts';
import type { Author } from '../accounts/author.ts';
import { type Database, queryRows } from '../db/database.ts';
import type { RunKind, RunStatus } from '../db/runsSchema.ts';
import { runLog, runs, users } from '../db/schema.ts';
import { getLanguage, translate } from '../translate.ts';
import { getWorkContext, type RequestContext, runInWorkContext } from '../workContext.ts';

export interface StoredRun<Counts, Details> {
  id: number;
  status: RunStatus;
  progress: number;
  counts: Counts;
  details: Details;
  started_at: string;
  finished_at: string | null;
  user: Editor;
  elapsed: number;
}

export type NewLogLine<Item> = Item extends { seq: number } ? Omit<Item, 'seq'> : never;

interface RunShape<Run, Counts extends Record<string, number>, Details extends object> {
  kind: RunKind;
  counts: Counts;
  present: (db: Database, runs: StoredRun<Counts, Details>[]) => Run[] | Promise<Run[]>;
}

interface LogPage {
  page: number;
  per_page: number;
}

interface RunStep<Counts, Details> {
  progress?: number;
  counts?: Counts;
  details?: Partial<Details>;
  attempt?: number | undefined;
}

interface StatusMove {
  from: readonly RunStatus[];
  to: RunStatus;
  at: Date;
}

export const activeStatuses = ['processing', 'post_processing'] as const satisfies readonly RunStatus[];

const MAX_LATEST_LINES = 1000;

/** Matches a run only while this attempt is the current one. */
export const attemptCondition = (id: number, attempt: number): SQL =>
  and(eq(runs.id, id), eq(runs.attempt, attempt)) as SQL;

const createRunReader = <Run, Counts extends Record<string, number>, Details extends object>({
  kind,
  counts: emptyCounts,
  present,
}: RunShape<Run, Counts, Details>) => {
  const kindCondition = eq(runs.kind, kind);
  const isActive = and(kindCondition, inArray(runs.status, [...activeStatuses])) as SQL;
  const readRuns = async (
    db: Database,
    now: Date,
    condition?: SQL,
    { page, per_page }: LogPage = { page: 1, per_page: 1000 },
  ): Promise<Run[]> => {
    const rows = await db
      .select({
        run: runs,
        name: sql<string | null>`${users.first_name} || ' ' || ${users.last_name}`,
        actor: sql<
          string | null
        >`(select first_name || ' ' || last_name from users actor where actor.id = ${runs.acted_by})`,
      })
      .from(runs)
      .leftJoin(users, eq(users.id, runs.user_id))
      .where(and(kindCondition, condition))
      .orderBy(desc(runs.id))
      .limit(per_page)
      .offset((page - 1) * per_page);
    const storedRuns = rows.map(({ run: { id, status, progress, ...run }, name, actor }) => ({
      id,
      status,
      progress,
      counts: { ...emptyCounts, ...run.counts } as Counts,
      details: run.details as Details,
      started_at: run.started_at.toISOString(),
      finished_at: run.finished_at?.toISOString() ?? null,
      user: {
        id: run.user_id,
        name: name ?? translate('goneUser'),
        ...(run.acted_by !== null && { acted_by: { id: run.acted_by, name: actor ?? translate('goneUser') } }),
      },
      elapsed: Math.max(0, +(run.finished_at ?? now) - +run.started_at),
    }));
    return present(db, storedRuns);
  };
  return {
    isActive,
    read: readRuns,
    readRun: async (db: Database, id: number, now = new Date()): Promise<Run | null> =>
      (await readRuns(db, now, eq(runs.id, id)))[0] ?? null,
    readActiveRun: async (db: Database, now = new Date()): Promise<Run | null> =>
      (await readRuns(db, now, isActive))[0] ?? null,
    readPage: async (db: Database, now: Date, query: LogPage) => {
      const items = await readRuns(db, now, undefined, query);
      const [countRow] = await db.select({ total: count() }).from(runs).where(kindCondition);
      return { items, total: countRow?.total ?? 0, page: query.page, per_page: query.per_page };
    },
  };
};

/**
 * The language of a run's log, which is the language of the user who started the run, whichever process carries it out
 * or adds the last line.
 */
const languageOfRun = sql<Locale | null>`${runs.details} ->> 'language'`;

export const readLanguage = async (db: Database, id: number): Promise<Locale> => {
  const [run] = await db.select({ kept: languageOfRun }).from(runs).where(eq(runs.id, id));
  return run?.kept ?? DEFAULT_LOCALE;
};

export interface RunContext {
  language: Locale | null;
  /** The request that started the run; null if a schedule did. */
  request: RequestContext | null;
}

/** The columns of a `RunContext`. */
export const contextOfRun = sql`${languageOfRun} as language, ${runs.details} -> 'request' as request`;

export const runInContextOfRun = <T>({ language, request }: RunContext, operation: () => T): T =>
  runInWorkContext({ locale: language ?? DEFAULT_LOCALE, request: request ?? undefined }, operation);

/** Log lines are numbered without gaps, so the last number is also their count. */
const readLastSeq = async (db: Database, id: number): Promise<number> => {
  const [row] = await db
    .select({ seq: sql<number>`coalesce(max(${runLog.seq}), 0)` })
    .from(runLog)
    .where(eq(runLog.run_id, id));
  return row?.seq ?? 0;
};

type AnyLogItem = Pick<LogItem, 'seq' | 'level' | 'text'>;

const createRunLog = <Item extends AnyLogItem>() => {
  const readLog = async (db: Database, id: number, { after, limit }: { after: number; limit: number }) => {
    const rows = await db
      .select({ seq: runLog.seq, level: runLog.level, text: runLog.text, of: runLog.of })
      .from(runLog)
      .where(and(eq(runLog.run_id, id), gt(runLog.seq, after)))
      .orderBy(runLog.seq)
      .limit(limit);
    const log = rows.map(({ of, ...line }) => ({ ...line, ...of }) as AnyLogItem as Item);
    return { log, log_total: await readLastSeq(db, id) };
  };
  return {
    readLog,
    readLatestLog: async (db: Database, id: number) =>
      readLog(db, id, { after: Math.max(0, (await readLastSeq(db, id)) - MAX_LATEST_LINES), limit: MAX_LATEST_LINES }),
    /**
     * Appends lines to a log in one statement. The transaction must hold a lock on the run's row.
     * @returns the lines with their numbers
     */
    writeLog: async (db: Database, id: number, lines: readonly NewLogLine<Item>[]): Promise<Item[]> => {
      if (lines.length === 0) return [];
      const rows = (lines as readonly Record<string, unknown>[]).map(({ level, text, seq: _, ...details }) => ({
        level,
        text,
        of: Object.keys(details).length > 0 ? JSON.stringify(details) : null,
      }));
      const buildColumnSql = (name: 'level' | 'text' | 'of') => sql`${sql.param(rows.map(row => row[name]))}::text[]`;
      const [first] = await queryRows<{ seq: number }>(
        db,
        sql`with added as (
          insert into ${runLog} (run_id, seq, level, text, "of")
          select ${id}::integer, (select coalesce(max(seq), 0) from ${runLog} where run_id = ${id}) + nth, level, text, line::jsonb
          from unnest(${buildColumnSql('level')}, ${buildColumnSql('text')}, ${buildColumnSql('of')})
            with ordinality as lines (level, text, line, nth)
          returning seq
        ) select min(seq) as seq from added`,
      );
      const firstSeq = first?.seq ?? 1;
      return lines.map((line, index) => ({ ...line, seq: firstSeq + index }) as unknown as Item);
    },
  };
};

export type RunStarter = Pick<Author, 'id' | 'actorId'>;

const createRunWriter = <Counts extends Record<string, number>, Details extends object>(
  kind: RunKind,
  emptyCounts: Counts,
) => ({
  /**
   * The index `runs_one_active` prevents a second active run of the same kind, even from another process.
   * @returns the run's id
   */
  insertRun: async (db: Database, run: { starter: RunStarter; at: Date; details: Details }): Promise<number> => {
    const [row] = await db
      .insert(runs)
      .values({
        kind,
        user_id: run.starter.id,
        acted_by: run.starter.actorId,
        status: 'processing',
        counts: emptyCounts,
        // For whichever process carries it out.
        details: { ...run.details, language: getLanguage(), request: getWorkContext().request },
        started_at: run.at,
        heartbeat_at: sql`now()`,
      })
      .returning({ id: runs.id });
    return (row as { id: number }).id;
  },
  /**
   * Locks the run, so that nobody can end it in the meantime. @returns false if the run has been ended or taken over
   */
  writeStep: async (
    db: Database,
    id: number,
    { details, attempt = 1, ...step }: RunStep<Counts, Details>,
  ): Promise<boolean> => {
    const detailsUpdate = details && { details: sql`${runs.details} || ${JSON.stringify(details)}::jsonb` };
    const lockedRuns = await db
      .update(runs)
      .set({ ...step, ...detailsUpdate, heartbeat_at: sql`now()` })
      .where(and(attemptCondition(id, attempt), eq(runs.status, 'processing')))
      .returning({ id: runs.id });
    return lockedRuns.length > 0;
  },
  /** Changes the status of runs (§4). @returns the ids of the runs that had one of the given statuses */
  move: async (db: Database, condition: SQL | undefined, { from, to, at }: StatusMove): Promise<number[]> => {
    const isEnd = !(activeStatuses as readonly RunStatus[]).includes(to);
    const isFull = to === 'post_processing' || to === 'finished';
    const moveFields = { ...(isFull && { progress: 100 }), ...(isEnd && { finished_at: at }) };
    const movedRows = await db
      .update(runs)
      .set({ status: to, heartbeat_at: sql`now()`, ...moveFields })
      .where(and(eq(runs.kind, kind), condition, inArray(runs.status, [...from])))
      .returning({ id: runs.id });
    return movedRows.map(({ id }) => id);
  },
});

export const createRunStore = <
  Run,
  Item extends AnyLogItem,
  Counts extends Record<string, number>,
  Details extends object,
>(
  shape: RunShape<Run, Counts, Details>,
) => ({
  kind: shape.kind,
  ...createRunReader(shape),
  ...createRunLog<Item>(),
  ...createRunWriter<Counts, Details>(shape.kind, shape.counts),
});
