import { expect, it } from 'vitest';
import type { ImportRun } from '#contract/importing.ts';
import { batchPace } from '#server/db/batchPace.ts';
import { cancelImport } from '#server/imports/importJob.ts';
import { begin, countProducts, goods, IMPORT } from '#tests/support/importing.ts';
import { describeOnBoth } from '#tests/support/server.ts';

/** Milliseconds within which a cancellation is answered. */
const SOON = 2000;

describeOnBoth('§4 An import that is cancelled', server => {
  /** Cancels a run once so many batches have been written. @returns how it ended, and what it was when it was cancelled */
  const cancelAfter = async (written: number, rows: number) => {
    const { deps } = server();
    const send = await server().as('content_manager');
    let begun = 0;
    let canceled: Promise<ImportRun> | undefined;
    const cancel = async (): Promise<ImportRun> => {
      const askedAt = performance.now();
      const { status, result } = await send('DELETE', IMPORT);
      expect(performance.now() - askedAt).toBeLessThan(SOON);
      expect(status).toBe(200);
      return result as ImportRun;
    };
    // The run asks before each batch, the cancellation once.
    deps.requireRoom = async () => {
      if (canceled) return;
      if (begun === written) {
        canceled = cancel();
        await canceled;
      }
      begun += 1;
    };
    try {
      const { done } = await begin(server(), goods(1, rows));
      return { end: await done, canceled: await canceled };
    } finally {
      delete deps.requireRoom;
    }
  };

  it.each([
    { percent: 0, written: 0, batches: 10 },
    { percent: 50, written: 5, batches: 10 },
    { percent: 90, written: 9, batches: 10 },
    { percent: 99, written: 9, batches: 9.09 },
  ])(
    '[I520] [T652] at $percent percent it is answered soon, and writes no batch that begins later',
    async ({ percent, written, batches }) => {
      const { importedRows: rows } = batchPace[server().deps.databaseKind];
      const { end, canceled } = await cancelAfter(written, Math.floor(rows * batches));
      expect(canceled).toMatchObject({ status: 'canceled', progress: percent });
      expect(end).toMatchObject({ status: 'canceled', progress: percent, counts: { new: rows * written } });
      expect(await countProducts(server())).toBe(rows * written);
      const again = await (await server().as('content_manager'))('DELETE', IMPORT);
      expect(again).toMatchObject({ status: 404, message: 'Импорт сейчас не идёт' });
    },
  );

  it('[T652] [C20] while it finishes and after its end a cancellation is refused soon, and all rows stay', async () => {
    const send = await server().as('content_manager');
    const { deps } = server();
    // Asked in the moment of the event, when the run has not yet begun to end.
    const refused = new Promise(resolve => {
      const stop = deps.realtime.listen(message => {
        if (!('event' in message) || message.event !== 'IMPORT_POST') return;
        stop();
        resolve(cancelImport(deps, 1).catch((error: unknown) => error));
      });
    });
    const { done } = await begin(server(), goods(1, 300));
    // Meanwhile it may end.
    expect(await refused).toMatchObject({ kind: expect.toBeOneOf(['conflict', 'notFound']) });
    expect(await done).toMatchObject({ status: 'finished', counts: { new: 300 } });
    const askedAt = performance.now();
    expect(await send('DELETE', IMPORT)).toMatchObject({ status: 404, message: 'Импорт сейчас не идёт' });
    expect(performance.now() - askedAt).toBeLessThan(SOON);
    expect(await countProducts(server())).toBe(300);
    expect(server().faults).toEqual([]);
  });
});
