import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ImportRun, LogItem } from '#contract/importing.ts';
import { importKind } from '#providers/jobs/importing.ts';
import { applyFetchedRun, applyStatusCheck, idleRun, isEnded, type RunState } from '#providers/jobs/runState.ts';
import { runs } from '#server/db/schema.ts';
import { cancelImport, importRuns } from '#server/imports/importJob.ts';
import { importStore } from '#server/imports/runs.ts';
import { begin, goods, nextEvent } from '#tests/support/importing.ts';
import { type RunStep, stateAfter } from '#tests/support/runEvents.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';

/** An event of a run, or the answer to a call that reads it. */
type Step = RunStep | { run: ImportRun };
type State = RunState<ImportRun, LogItem>;

const replay = stateAfter(importKind);

const after = (state: State, step: Step): State => {
  if (!('run' in step)) return replay([step], state);
  return step.run.status === 'processing'
    ? applyStatusCheck(state, { ...step.run, log: [] })
    : applyFetchedRun(state, step.run);
};

describeOnEmbedded('§4 Runs by their events', server => {
  /** The events of a run that ends in this way, with an answer of the server in between. */
  const record = async (end: 'finished' | 'canceled' | 'failed') => {
    const { db, realtime } = server().deps;
    const steps: Step[] = [];
    const stop = realtime.listen(message => {
      if ('event' in message && message.event.startsWith('IMPORT_'))
        steps.push([message.event, message.payload] as RunStep);
    });
    const goesOn = nextEvent(server(), 'IMPORT_UPDATE');
    const { run, done } = await begin(server(), [...goods(1, 1500), ['', 'Ничей', '1']]);
    await goesOn;
    steps.push({ run: { ...run, progress: 7 } });
    if (end === 'canceled') await cancelImport(server().deps, run.user.id);
    if (end === 'failed') await importRuns.endRuns(server().deps, eq(runs.id, run.id), { reason: 'failed' });
    await done;
    stop();
    const last = await importStore.readRun(db, run.id);
    const { log } = await importStore.readLog(db, run.id, { after: 0, limit: 10_000 });
    return { steps, last: last as ImportRun, log };
  };

  it.each(['finished', 'canceled', 'failed'] as const)(
    '[B13] [T10] the events of a run that was %s, in any order, twice and with gaps, leave one log, no way back and its end',
    async end => {
      const { steps, last, log } = await record(end);
      expect(last.status).toBe(end);
      expect(steps.length).toBeGreaterThan(3);
      fc.assert(
        fc.property(fc.shuffledSubarray([...steps, ...steps], { minLength: 1 }), chosen => {
          let before: State = idleRun;
          for (const step of chosen) {
            const now = after(before, step);
            expect(now.progress).toBeGreaterThanOrEqual(before.progress);
            expect(new Set(now.log.map(({ seq }) => seq)).size).toBe(now.log.length);
            if (isEnded(before)) expect(isEnded(now)).toBe(true);
            before = now;
          }
          // Once the run has been read, it is as the server has it.
          const whole = applyFetchedRun(before, last, log);
          expect(whole.status).toBe(end);
          expect(whole.log).toEqual(log);
          for (const step of chosen) expect(isEnded(after(whole, step))).toBe(true);
        }),
      );
    },
  );
});
