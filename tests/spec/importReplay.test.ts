import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { EventName, EventPayload } from '#contract/events.ts';
import type { ImportRun } from '#contract/importing.ts';
import {
  afterCheck,
  afterEvent,
  afterRun,
  type ImportEvent,
  type ImportState,
  idleImport,
  isImportEnded,
  mergeLog,
} from '#providers/jobs/importState.ts';
import { runs } from '#server/db/schema.ts';
import { cancelImport, importRuns } from '#server/imports/job.ts';
import { keptImports } from '#server/imports/runs.ts';
import { begin, goods, nextEvent } from '#tests/support/importing.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';

vi.setConfig({ testTimeout: 60_000 });

type Told = EventPayload<Extract<EventName, `IMPORT_${string}`>>;
/** A word of a run, or the answer to the question how it is. */
type Step = { event: ImportEvent; told: Told } | { run: ImportRun };

const isEvent = (event: string): event is ImportEvent => event.startsWith('IMPORT_');

const after = (state: ImportState, step: Step): ImportState => {
  if ('event' in step) return afterEvent(state, step.event, step.told);
  return step.run.status === 'processing'
    ? afterCheck(state, { ...step.run, log: [], elapsed: 0 })
    : afterRun(state, step.run);
};

describeOnEmbedded('§4 Runs as they were told', server => {
  /** The words of a run that ends in this way, with answers of the server in between. */
  const record = async (end: 'finished' | 'canceled' | 'failed') => {
    const { db, realtime } = server().deps;
    const steps: Step[] = [];
    const stop = realtime.listen(message => {
      if ('event' in message && isEvent(message.event))
        steps.push({ event: message.event, told: message.payload as Told });
    });
    const goesOn = nextEvent(server(), 'IMPORT_UPDATE');
    const { run, done } = await begin(server(), [...goods(1, 1500), ['', 'Ничей', '1']]);
    await goesOn;
    steps.push({ run: { ...run, progress: 7 } });
    if (end === 'canceled') await cancelImport(server().deps, run.user.id);
    if (end === 'failed') await importRuns.endRuns(server().deps, eq(runs.id, run.id), { why: 'failed' });
    await done;
    stop();
    const last = await keptImports.readRun(db, run.id);
    const { log } = await keptImports.readLog(db, run.id, { after: 0, limit: 10_000 });
    return { steps, last: last as ImportRun, log };
  };

  it.each(['finished', 'canceled', 'failed'] as const)(
    '[B13] [T10] the words of a run that was %s, in any order, twice and with gaps, leave one log, no way back and its end',
    async end => {
      const { steps, last, log } = await record(end);
      expect(last.status).toBe(end);
      expect(steps.length).toBeGreaterThan(3);
      fc.assert(
        fc.property(fc.shuffledSubarray([...steps, ...steps], { minLength: 1 }), told => {
          let before: ImportState = idleImport;
          for (const step of told) {
            const now = after(before, step);
            expect(now.progress).toBeGreaterThanOrEqual(before.progress);
            expect(new Set(now.log.map(({ seq }) => seq)).size).toBe(now.log.length);
            if (isImportEnded(before)) expect(isImportEnded(now)).toBe(true);
            before = now;
          }
          // Once the server is asked, all is as it says.
          const whole = afterRun(before, last);
          expect(isImportEnded(whole)).toBe(true);
          expect(mergeLog(whole.log, log)).toEqual(log);
          for (const step of told) expect(isImportEnded(after(whole, step))).toBe(true);
        }),
      );
    },
  );
});
