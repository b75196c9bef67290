import { and, count, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { LogItem } from '#contract/importing.ts';
import { type Database, rowsOf } from '../db/database.ts';
import type { RunKind, RunStatus } from '../db/runsSchema.ts';
import { runLog, runs, users } from '../db/schema.ts';
import { translate } from '../translate.ts';

/** The runs of one kind and their log, as the database keeps them. */

/** What every run has, as people are told of it. */
export interface KeptRun<Counts, Details> {
  id: number;
  status: RunStatus;
  progress: number;
  counts: Counts;
  details: Details;
  started_at: string;
  finished_at: string | null;
  user: { id: number; name: string };
  /** How long it has been going on, or went on, in ms. */
  elapsed: number;
}

/** A line of a log before it has its number. */
export type LineOf<Item> = Item extends { seq: number } ? Omit<Item, 'seq'> : never;

interface Shape<Run, Counts extends Record<string, number>, Details extends object> {
  kind: RunKind;
  /** What none has done yet. */
  counts: Counts;
  /** The runs in the words of the kind, in the same order. */
  present: (db: Database, runs: KeptRun<Counts, Details>[]) => Run[] | Promise<Run[]>;
}

interface Page {
  page: number;
  per_page: number;
}

interface Step<Counts, Details> {
  progress?: number;
  counts?: Counts;
  details?: Partial<Details>;
}

interface Move {
  from: readonly RunStatus[];
  to: RunStatus;
  at: Date;
}

export const activeStatuses = ['processing', 'post_processing'] as const satisfies readonly RunStatus[];

/** Lines that the running one is answered with. */
const LATEST = 1000;

/** How runs of a kind are read. */
const runReader = <Run, Counts extends Record<string, number>, Details extends object>({
  kind,
  counts: none,
  present,
}: Shape<Run, Counts, Details>) => {
  const isKind = eq(runs.kind, kind);
  const isActive = and(isKind, inArray(runs.status, [...activeStatuses])) as SQL;
  /** Runs that meet a condition, the latest first. `now`: until when one that is on has been going on. */
  const read = async (
    db: Database,
    now: Date,
    where?: SQL,
    { page, per_page }: Page = { page: 1, per_page: 1000 },
  ): Promise<Run[]> => {
    const rows = await db
      .select({ run: runs, name: sql<string | null>`${users.first_name} || ' ' || ${users.last_name}` })
      .from(runs)
      .leftJoin(users, eq(users.id, runs.user_id))
      .where(and(isKind, where))
      .orderBy(desc(runs.id))
      .limit(per_page)
      .offset((page - 1) * per_page);
    const kept = rows.map(({ run: { id, status, progress, ...run }, name }) => ({
      id,
      status,
      progress,
      counts: { ...none, ...run.counts } as Counts,
      details: run.details as Details,
      started_at: run.started_at.toISOString(),
      finished_at: run.finished_at?.toISOString() ?? null,
      user: { id: run.user_id, name: name ?? translate('goneUser') },
      elapsed: Math.max(0, +(run.finished_at ?? now) - +run.started_at),
    }));
    return present(db, kept);
  };
  return {
    isActive,
    read,
    /** A run by its id, or null. */
    readRun: async (db: Database, id: number, now = new Date()): Promise<Run | null> =>
      (await read(db, now, eq(runs.id, id)))[0] ?? null,
    /** The run that is on, or null. */
    readActiveRun: async (db: Database, now = new Date()): Promise<Run | null> =>
      (await read(db, now, isActive))[0] ?? null,
    /** A page of runs, the latest first. */
    readPage: async (db: Database, now: Date, query: Page) => {
      const items = await read(db, now, undefined, query);
      const [counted] = await db.select({ total: count() }).from(runs).where(isKind);
      return { items, total: counted?.total ?? 0, page: query.page, per_page: query.per_page };
    },
  };
};

/** The lines of a log are numbered without a gap, so the last number is how many there are. */
const lastSeq = async (db: Database, id: number): Promise<number> => {
  const [row] = await db
    .select({ seq: sql<number>`coalesce(max(${runLog.seq}), 0)` })
    .from(runLog)
    .where(eq(runLog.run_id, id));
  return row?.seq ?? 0;
};

type AnyItem = Pick<LogItem, 'seq' | 'level' | 'text'>;

/** How the log of a run is read and written. */
const runLogOf = <Item extends AnyItem>() => {
  /** Lines of a run's log after `after`, in order, and how many there are in all. */
  const readLog = async (db: Database, id: number, { after, limit }: { after: number; limit: number }) => {
    const rows = await db
      .select({ seq: runLog.seq, level: runLog.level, text: runLog.text, of: runLog.of })
      .from(runLog)
      .where(and(eq(runLog.run_id, id), gt(runLog.seq, after)))
      .orderBy(runLog.seq)
      .limit(limit);
    const log = rows.map(({ of, ...line }) => ({ ...line, ...of }) as AnyItem as Item);
    return { log, log_total: await lastSeq(db, id) };
  };
  return {
    readLog,
    /** The last lines of a run's log, and how many there are in all. */
    readLatestLog: async (db: Database, id: number) =>
      readLog(db, id, { after: Math.max(0, (await lastSeq(db, id)) - LATEST), limit: LATEST }),
    /** Adds lines to the log of a run that this transaction holds, in one statement. @returns them with their numbers */
    writeLog: async (db: Database, id: number, lines: readonly LineOf<Item>[]): Promise<Item[]> => {
      if (lines.length === 0) return [];
      const rows = (lines as readonly Record<string, unknown>[]).map(({ level, text, seq: _, ...of }) => ({
        level,
        text,
        of: Object.keys(of).length > 0 ? JSON.stringify(of) : null,
      }));
      const columnOf = (name: 'level' | 'text' | 'of') => sql`${sql.param(rows.map(row => row[name]))}::text[]`;
      const [first] = await rowsOf<{ seq: number }>(
        db,
        sql`with added as (
          insert into ${runLog} (run_id, seq, level, text, "of")
          select ${id}::integer, (select coalesce(max(seq), 0) from ${runLog} where run_id = ${id}) + nth, level, text, line::jsonb
          from unnest(${columnOf('level')}, ${columnOf('text')}, ${columnOf('of')})
            with ordinality as lines (level, text, line, nth)
          returning seq
        ) select min(seq) as seq from added`,
      );
      const from = first?.seq ?? 1;
      return lines.map((line, index) => ({ ...line, seq: from + index }) as unknown as Item);
    },
  };
};

/** How runs of a kind are begun, written on and moved. */
const runWriter = <Counts extends Record<string, number>, Details extends object>(kind: RunKind, none: Counts) => ({
  /** Begins a run. A second one of its kind beside it violates the index `runs_one_active`. @returns its id */
  insertRun: async (db: Database, run: { userId: number; at: Date; details: Details }): Promise<number> => {
    const [row] = await db
      .insert(runs)
      .values({
        kind,
        user_id: run.userId,
        status: 'processing',
        counts: none,
        details: run.details as Record<string, unknown>,
        started_at: run.at,
        heartbeat_at: sql`now()`,
      })
      .returning({ id: runs.id });
    return (row as { id: number }).id;
  },
  /** Writes how far a run is, and holds it. @returns false when it is no longer processing: somebody ended it. */
  writeStep: async (db: Database, id: number, { details, ...step }: Step<Counts, Details>): Promise<boolean> => {
    const more = details && { details: sql`${runs.details} || ${JSON.stringify(details)}::jsonb` };
    const held = await db
      .update(runs)
      .set({ ...step, ...more, heartbeat_at: sql`now()` })
      .where(and(eq(runs.id, id), eq(runs.status, 'processing')))
      .returning({ id: runs.id });
    return held.length > 0;
  },
  /** Moves runs to another status (§4) and stamps an end. @returns the ids of those that were moved. */
  move: async (db: Database, which: SQL | undefined, { from, to, at }: Move): Promise<number[]> => {
    const isEnd = !(activeStatuses as readonly RunStatus[]).includes(to);
    const isFull = to === 'post_processing' || to === 'finished';
    const reached = { ...(isFull && { progress: 100 }), ...(isEnd && { finished_at: at }) };
    const moved = await db
      .update(runs)
      .set({ status: to, heartbeat_at: sql`now()`, ...reached })
      .where(and(eq(runs.kind, kind), which, inArray(runs.status, [...from])))
      .returning({ id: runs.id });
    return moved.map(({ id }) => id);
  },
});

/** Keeps the runs of a kind. `Item`: a line of its log. */
export const keepRuns = <Run, Item extends AnyItem, Counts extends Record<string, number>, Details extends object>(
  shape: Shape<Run, Counts, Details>,
) => ({ ...runReader(shape), ...runLogOf<Item>(), ...runWriter<Counts, Details>(shape.kind, shape.counts) });
