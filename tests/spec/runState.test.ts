import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { events } from '#contract/events.ts';
import type { ImportRun, LogItem } from '#contract/importing.ts';
import type { SyncLogItem, SyncRun, SyncStatus } from '#contract/synchronization.ts';
import { emptySyncCounts } from '#contract/synchronization.ts';
import { importKind } from '#providers/jobs/importing.ts';
import {
  applyFetchedRun,
  applyStatusCheck,
  findLastContiguousSeq,
  idleRun,
  isActive,
  isInProgress,
  MAX_LOG_LINES,
  type RunState,
} from '#providers/jobs/runState.ts';
import { sendingKind } from '#providers/jobs/sending.ts';
import { synchronizationKind } from '#providers/jobs/synchronization.ts';
import { type RunStep, stateAfter } from '#tests/support/runEvents.ts';

const line = (seq: number): LogItem => ({ seq, level: 'info', text: `Строка ${seq}` });
const update = (progress: number, ...seqs: number[]) => ({ run_id: 1, progress, stepItems: seqs.map(line) });
const replay = stateAfter(importKind);

/** A whole run as the server announces it. */
const script: readonly RunStep[] = [
  ['IMPORT_STARTS', { run_id: 1, message: 'Импорт начат' }],
  ['IMPORT_UPDATE', update(40, 1, 2)],
  ['IMPORT_UPDATE', update(90, 3)],
  ['IMPORT_POST', { run_id: 1 }],
  ['IMPORT_READY', { run_id: 1, message: 'Импорт завершён' }],
];
const second = replay([['IMPORT_STARTS', { run_id: 2 }]]);
const current = (status: 'processing' | 'post_processing') => ({
  id: 1,
  status,
  progress: 30,
  counts: { new: 1, changed: 0, unchanged: 0, faulty: 0 },
  file_name: 'товары.xlsx',
  started_at: '2026-11-21T09:00:00.000Z',
  finished_at: null,
  user: { id: 1, name: 'Анна Седова' },
  log: [line(1)],
  elapsed: 20_000,
});

describe('§4 The states of an import', () => {
  it('[T8] [E17] [K5] an import is available with progress 0 until one starts', () => {
    expect(idleRun).toMatchObject({ status: 'available', progress: 0, log: [] });
  });

  it('[T9] [T16] a start sets processing and progress 0, whatever ran before', () => {
    expect(replay([['IMPORT_STARTS', { run_id: 2 }]], replay(script))).toMatchObject({
      status: 'processing',
      progress: 0,
      log: [],
      runId: 2,
    });
  });

  it('[T10] [T17] [E21] each update appends its log lines and sets the progress', () => {
    const state = replay(script.slice(0, 3));
    expect(state.progress).toBe(90);
    expect(state.log.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('[T11] [T18] post-processing starts at progress 100', () => {
    expect(replay(script.slice(0, 4))).toMatchObject({ status: 'post_processing', progress: 100 });
  });

  it('[T12] [T22] a run that is ready has progress 100 and is finished', () => {
    expect(replay(script)).toMatchObject({ status: 'finished', progress: 100 });
  });

  it.each(['IMPORT_INTERUPT', 'IMPORT_ERROR'] as const)('[T13] [T20] [T21] %s cancels', event => {
    expect(replay([...script.slice(0, 2), [event, { run_id: 1, message: 'Остановлено' }]]).status).toBe('canceled');
  });

  it('[T19] an error of post-processing changes no state', () => {
    const posted = replay(script.slice(0, 4));
    expect(replay([['IMPORT_POST_ERROR', { run_id: 1, message: 'Не вышло' }]], posted)).toEqual(posted);
  });

  it('[T14] a check that succeeds sets processing with the log of the run', () => {
    expect(applyStatusCheck<ImportRun, LogItem>(idleRun, current('processing'))).toMatchObject({
      status: 'processing',
      progress: 30,
      runId: 1,
      log: [line(1)],
    });
  });

  it.each([
    ['a start', 1, 'processing'],
    ['a start of post-processing', 4, 'post_processing'],
    ['an end', 5, 'finished'],
  ] as const)(
    '[T14] a check that was answered before %s and arrives after it takes nothing back',
    (_, count, status) => {
      const now = replay(script.slice(0, count));
      const late = applyStatusCheck(now, current('processing'));
      expect(late.status).toBe(status);
      expect(late.progress).toBe(Math.max(now.progress, 30));
    },
  );

  it('[T701] of a log of any length the first 100,000 lines are kept, however they arrive', () => {
    const seqs = Array.from({ length: MAX_LOG_LINES }, (_, at) => at + 1);
    const late = applyFetchedRun(idleRun, current('processing'), [...seqs.slice(1), MAX_LOG_LINES + 1].map(line));
    expect(late.log).toHaveLength(MAX_LOG_LINES);
    const { log } = applyFetchedRun(late, current('processing'), [line(1)]);
    expect(log.map(({ seq }) => seq)).toEqual(seqs);
    expect(applyFetchedRun(late, current('processing'), [line(MAX_LOG_LINES + 2)]).log).toBe(late.log);
  });

  it('[T14] a late check of an older run changes nothing', () => {
    expect(applyStatusCheck(second, current('processing'))).toBe(second);
  });

  it('[T15] an import is in progress only while processing', () => {
    const inProgress = script.map((_, at) => isInProgress(replay(script.slice(0, at + 1))));
    expect(inProgress).toEqual([true, true, true, false, false]);
  });

  it('[T10] [K5] in any order, repeated or with gaps, progress never falls, no line stands twice and the end is final', () => {
    const steps = fc.shuffledSubarray([...script, ...script], { minLength: 1 });
    fc.assert(
      fc.property(steps, chosen => {
        let before: RunState<ImportRun, LogItem> = idleRun;
        for (const step of chosen) {
          const after = replay([step], before);
          if (before.runId === after.runId) expect(after.progress).toBeGreaterThanOrEqual(before.progress);
          const seqs = after.log.map(({ seq }) => seq);
          expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
          if (before.status === 'finished') expect(after.status).toBe('finished');
          before = after;
        }
      }),
    );
  });

  it('[T10] an event of an older run changes nothing', () => {
    expect(replay([['IMPORT_UPDATE', update(70, 1)]], second)).toBe(second);
  });

  it('[E17] the first gap in a log is known, so that missing lines can be fetched', () => {
    expect(findLastContiguousSeq([line(1), line(2), line(4)])).toBe(2);
  });

  it('[T200] events without a run id fit the contract, and mean the known run or a new one', () => {
    const payload = { message: 'Строки 1–9', progress: 60, stepItems: [line(1)] };
    const step = ['IMPORT_UPDATE', events.IMPORT_UPDATE.parse(payload)] as const;
    expect(replay([step], second)).toMatchObject({ runId: 2, status: 'processing', progress: 60, log: [line(1)] });
    const begun = replay([['IMPORT_STARTS', events.IMPORT_STARTS.parse({ message: 'Импорт начат' })]], replay(script));
    expect(begun).toMatchObject({ runId: null, status: 'processing', progress: 0, log: [] });
    const gone = replay([step], begun);
    expect(gone).toMatchObject({ runId: null, progress: 60, log: [line(1)] });
    // The id comes with a later event or with an answer.
    expect(replay([['IMPORT_UPDATE', update(50, 2)]], gone)).toMatchObject({ runId: 1, progress: 60 });
    expect(applyFetchedRun(gone, current('processing'))).toMatchObject({ runId: 1, progress: 60 });
    expect(replay([['IMPORT_READY', {}]], gone)).toMatchObject({ status: 'finished', progress: 100 });
    expect(replay([step])).toMatchObject({ status: 'processing', progress: 60 });
    expect(replay([step], replay(script))).toMatchObject({ runId: 1, status: 'finished' });
  });
});

describe('§4 The states of sending media', () => {
  const play = stateAfter(sendingKind);
  const sendingUpdate = (run_id: number, progress: number): RunStep => [
    'SENDMEDIA_UPDATE',
    { run_id, progress, stepItems: [] },
  ];
  const sending: readonly RunStep[] = [
    ['SENDMEDIA_STARTS', { run_id: 7 }],
    sendingUpdate(7, 0),
    sendingUpdate(7, 30),
    sendingUpdate(7, 80),
    ['SENDMEDIA_READY', { run_id: 7 }],
  ];
  const record = (progress: number) => ({
    id: 7,
    status: 'processing' as const,
    is_broken: false,
    progress,
    counts: { sent: 0, unchanged: 0, failed: 0 },
    products: 1,
    bytes: 1,
    bytes_sent: 0,
    elapsed: 0,
    cafes: [],
    started_at: '2026-11-21T09:00:00.000Z',
    finished_at: null,
    user: { id: 1, name: 'Анна Седова' },
  });

  it('[T23] [T24] [E18] is available, then processing at 0, then at the announced progress, and finished at 100', () => {
    expect(idleRun).toMatchObject({ status: 'available', progress: 0, runId: null });
    expect(play(sending.slice(0, 1))).toMatchObject({ status: 'processing', progress: 0, runId: 7 });
    expect(play(sending.slice(0, 3))).toMatchObject({ status: 'processing', progress: 30, runId: 7 });
    expect(play(sending)).toMatchObject({ status: 'finished', progress: 100, runId: 7 });
  });

  it.each(['SENDMEDIA_INTERRUPT', 'SENDMEDIA_ERROR'] as const)('[T26] %s cancels', event => {
    const canceled = play([...sending.slice(0, 3), [event, { run_id: 7 }]]);
    expect(canceled).toMatchObject({ status: 'canceled', progress: 30, runId: 7 });
  });

  it('[T25] [T27] in any order, repeated and with gaps progress never falls and the end is final', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...sending, ...sending]), steps => {
        let state = play([]);
        for (const step of steps) {
          const next = play([step], state);
          expect(next.progress).toBeGreaterThanOrEqual(state.progress);
          if (state.status === 'finished') expect(next).toEqual(state);
          state = next;
        }
        expect(play(sending, state)).toMatchObject({ status: 'finished', progress: 100, runId: 7 });
        if (state.runId !== null)
          expect(play([sendingUpdate(6, 50), ['SENDMEDIA_ERROR', { run_id: 6 }]], state)).toEqual(state);
      }),
    );
  });

  it('[T23] a check that finds a run sets processing, one that finds none sets available unless a run has ended', () => {
    expect(applyStatusCheck(play([]), record(40))).toMatchObject({ status: 'processing', progress: 40, runId: 7 });
    const active = play(sending.slice(0, 4));
    expect(applyStatusCheck(active, record(40)).progress).toBe(80);
    expect(applyStatusCheck(active, null)).toBe(idleRun);
    expect(applyStatusCheck(play(sending), null).status).toBe('finished');
    expect(applyStatusCheck(play(sending), record(99)).status).toBe('finished');
  });

  it('[T201] an update without log lines fits the contract and sets the progress', () => {
    const bare = events.SENDMEDIA_UPDATE.parse({ message: 'Отправлено 3 из 10', progress: 30 });
    expect(play([['SENDMEDIA_UPDATE', bare]], play(sending.slice(0, 1)))).toMatchObject({ runId: 7, progress: 30 });
  });
});

describe('The states of a publication', () => {
  const play = stateAfter(synchronizationKind);
  const counts = emptySyncCounts;
  const step = (run_id: number, status: SyncStatus, progress: number): RunStep => [
    'SYNCHRONIZATION_UPDATE',
    { run_id, status, progress, counts, stepItems: [] },
  ];
  const ends = ['finished', 'canceled', 'failed'] as const;

  it('[O9] in any order, repeated and with gaps: progress never falls, the end is final, an older run is over', () => {
    const chosen = fc
      .tuple(fc.constantFrom(...ends), fc.array(fc.nat(99), { minLength: 1, maxLength: 8 }))
      .chain(([end, progress]) => {
        const older = [step(1, 'finished', 100), step(1, 'processing', 7)];
        const last = step(2, end, 100);
        const steps = [...progress.map(at => step(2, 'processing', at)), ...older, last];
        return fc
          .array(fc.constantFrom(...steps), { minLength: 1, maxLength: 30 })
          .map(received => ({ received, last, end, older }));
      });
    fc.assert(
      fc.property(chosen, ({ received, last, end, older }) => {
        let state: RunState<SyncRun, SyncLogItem> = idleRun;
        for (const [at, one] of received.entries()) {
          const next = play([one], state);
          if (state.runId === next.runId) expect(next.progress).toBeGreaterThanOrEqual(state.progress);
          const before = received.slice(0, at + 1);
          if (before.includes(last)) expect(next).toMatchObject({ runId: 2, status: end });
          else if (before.some(earlier => !older.includes(earlier))) expect(isActive(next)).toBe(true);
          state = next;
        }
      }),
    );
  });
});
