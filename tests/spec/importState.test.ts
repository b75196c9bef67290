import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogItem } from '#contract/importing.ts';
import {
  afterCheck,
  afterEvent,
  contiguous,
  type ImportEvent,
  type ImportState,
  idleImport,
  isImportInProgress,
} from '#providers/jobs/importState.ts';

const line = (seq: number): LogItem => ({ seq, level: 'info', text: `Строка ${seq}` });
const update = (progress: number, ...seqs: number[]) => ({ run_id: 1, progress, stepItems: seqs.map(line) });
type Step = [event: ImportEvent, told: Parameters<typeof afterEvent>[2]];
const replay = (steps: readonly Step[], from: ImportState = idleImport): ImportState =>
  steps.reduce((state, [event, told]) => afterEvent(state, event, told), from);

/** A whole run as the server tells it. */
const script: readonly Step[] = [
  ['IMPORT_STARTS', { run_id: 1, message: 'Импорт начат' }],
  ['IMPORT_UPDATE', update(40, 1, 2)],
  ['IMPORT_UPDATE', update(90, 3)],
  ['IMPORT_POST', { run_id: 1 }],
  ['IMPORT_READY', { run_id: 1, message: 'Импорт завершён' }],
];
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
    expect(idleImport).toMatchObject({ status: 'available', progress: 0, log: [] });
  });

  it('[T9] [T16] a start sets processing and progress 0, whatever ran before', () => {
    const ended = replay(script);
    expect(afterEvent(ended, 'IMPORT_STARTS', { run_id: 2 })).toMatchObject({
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
    expect(afterEvent(posted, 'IMPORT_POST_ERROR', { run_id: 1, message: 'Не вышло' })).toEqual(posted);
  });

  it('[T14] a check that succeeds sets processing with the log of the run', () => {
    expect(afterCheck(idleImport, current('processing'))).toMatchObject({
      status: 'processing',
      progress: 30,
      runId: 1,
    });
  });

  it.each([
    ['a start', 1, 'processing'],
    ['a start of post-processing', 4, 'post_processing'],
    ['an end', 5, 'finished'],
  ] as const)(
    '[T14] a check that was answered before %s and arrives after it takes nothing back',
    (_, told, status) => {
      const now = replay(script.slice(0, told));
      const late = afterCheck(now, current('processing'));
      expect(late.status).toBe(status);
      expect(late.progress).toBe(Math.max(now.progress, 30));
    },
  );

  it('[T14] a late check of an older run changes nothing', () => {
    const second = afterEvent(idleImport, 'IMPORT_STARTS', { run_id: 2 });
    expect(afterCheck(second, current('processing'))).toBe(second);
  });

  it('[T15] an import is in progress only while processing', () => {
    const inProgress = script.map((_, at) => isImportInProgress(replay(script.slice(0, at + 1))));
    expect(inProgress).toEqual([true, true, true, false, false]);
  });

  it('[T10] [K5] told in any order, twice or with gaps, progress never falls, no line stands twice and the end holds', () => {
    const steps = fc.shuffledSubarray([...script, ...script], { minLength: 1 });
    fc.assert(
      fc.property(steps, chosen => {
        let before: ImportState = idleImport;
        for (const [event, told] of chosen) {
          const after = afterEvent(before, event, told);
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
    const second = afterEvent(idleImport, 'IMPORT_STARTS', { run_id: 2 });
    expect(afterEvent(second, 'IMPORT_UPDATE', update(70, 1))).toBe(second);
  });

  it('[E17] a gap in the log is known, so that what is missing can be asked for', () => {
    expect(contiguous([line(1), line(2), line(4)])).toBe(2);
  });
});
