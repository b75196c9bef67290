import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EventPayload } from '#contract/events.ts';
import type { LogItem } from '#contract/importing.ts';
import { toAuthor } from '#server/accounts/author.ts';
import type { Database } from '#server/db/database.ts';
import { createAnnouncer } from '#server/imports/announcer.ts';
import { writeBatch } from '#server/imports/batch.ts';
import { mapKeys } from '#server/imports/products.ts';
import { importStore } from '#server/imports/runs.ts';
import { createEventBus } from '#server/realtime/eventBus.ts';
import { createChangeCollector } from '#server/records/recordChanges.ts';
import { getBinding } from '#server/records/tableBinding.ts';
import type { Batch } from '#server/table/batches.ts';
import { importableFields } from '#server/table/importable.ts';
import { begin, callerOf, goods } from '#tests/support/importing.ts';
import { mappingOf } from '#tests/support/mapped.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describe('§4 The import’s events', () => {
  afterEach(() => void vi.useRealTimers());

  const line = (seq: number): LogItem => ({ seq, level: 'info', text: `Строка ${seq}` });
  const listen = () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const realtime = createEventBus();
    const updates: (EventPayload<'IMPORT_UPDATE'> & { at: number })[] = [];
    realtime.listen(message => {
      if ('event' in message && message.event === 'IMPORT_UPDATE')
        updates.push({ ...message.payload, at: performance.now() });
    });
    const startedAt = performance.now();
    return {
      announce: createAnnouncer({ realtime }, 1, 1),
      updates,
      times: () => updates.map(({ at }) => at - startedAt),
    };
  };

  it('[I7] log lines within a tenth of a second are combined into one event, and events are at least that far apart', () => {
    const { announce, updates, times } = listen();
    for (let seq = 1; seq <= 300; seq += 1) {
      announce.update(seq / 3, [line(seq)]);
      vi.advanceTimersByTime(1);
    }
    announce.end();
    expect(times()).toEqual([100, 200, 300]);
    expect(updates.map(({ stepItems }) => stepItems.length)).toEqual([100, 100, 100]);
    expect(updates.flatMap(({ stepItems }) => stepItems.map(({ seq }) => seq))).toEqual(
      Array.from({ length: 300 }, (_, index) => index + 1),
    );
  });

  it('[I4] events contain the latest counts with the progress', () => {
    const { announce, updates } = listen();
    const counts = { new: 2, changed: 1, unchanged: 0, faulty: 0 };
    announce.update(7, [], counts);
    vi.advanceTimersByTime(150);
    announce.update(7, [line(1)]);
    vi.advanceTimersByTime(150);
    announce.end();
    expect(updates.map(update => update.counts)).toEqual([counts, counts]);
  });

  it('[I7] an event is sent at least every half second while no batch completes', () => {
    const { announce, updates, times } = listen();
    announce.update(7, []);
    vi.advanceTimersByTime(2000);
    announce.end();
    const gaps = times().map((at, index, all) => at - (all[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(500);
    expect(updates.every(({ progress }) => progress === 7)).toBe(true);
    vi.advanceTimersByTime(2000);
    expect(times().at(-1)).toBeLessThanOrEqual(2000);
  });
});

describeOnBoth('The import beside other work', server => {
  it('[I10] calls during a run are answered long before it ends', async () => {
    const { db } = server().deps;
    const send = await server().as('content_manager');
    const { run, done } = await begin(server(), goods(1, 6000));
    for (let call = 0; call < 3; call += 1) expect((await send('GET', '/products')).status).toBe(200);
    expect(await importStore.readRun(db, run.id)).toMatchObject({ status: 'processing' });
    await done;
  });

  it('[I22] the number of statements does not depend on the size of a batch', async () => {
    const { db } = server().deps;
    const { user } = await server().signIn('content_manager');
    const id = await importStore.insertRun(db, {
      starter: { id: user.id, actorId: null },
      at: new Date(),
      details: { file_name: 'x.csv' },
    });
    const columns = ['sku', 'name', 'price'].map((field, index) => ({ index, header: field, field }));
    const counts = { new: 0, changed: 0, unchanged: 0, faulty: 0 };
    const state = {
      id,
      fields: importableFields,
      columns,
      mapping: mappingOf({}),
      total: 1000,
      read: 0,
      toRow: 1,
      attempt: 1,
      counts,
      profileId: null,
      archiving: null,
      imagesNamed: 0,
      imageRows: { done: 0, left: 0 },
    };
    const statementsFor = async (from: number, to: number) => {
      const rows = goods(from, to).map(([sku, name], index) => ({
        row: from + index + 1,
        values: { sku, name, price: 1 },
        cells: [],
      }));
      const batch: Batch = { from: from + 1, to: to + 1, read: rows.length, rows, faults: [], faulty: [] };
      let statements = 0;
      const earlier = { written: new Map(), before: mapKeys(() => new Map()) };
      const changes = createChangeCollector(new Date(), toAuthor(callerOf(user)));
      await db.transaction(tx =>
        writeBatch(
          counting(tx, () => (statements += 1)),
          changes,
          { binding: getBinding('nomenclature'), state, earlier, batch, listImages: null },
        ),
      );
      return statements;
    };
    const five = await statementsFor(1, 5);
    const fiveHundred = await statementsFor(6, 505);
    expect(fiveHundred).toBe(five);
    expect(five).toBeLessThanOrEqual(8);
  });
});

const STATEMENTS = new Set<string | symbol>(['execute', 'select', 'insert', 'update', 'delete']);

/** The same transaction, told of each statement, also of those below a savepoint. */
const counting = (tx: Database, count: () => void): Database =>
  new Proxy(tx, {
    get: (target, name) => {
      if (STATEMENTS.has(name)) count();
      if (name === 'transaction')
        return <T>(work: (nested: Database) => Promise<T>) =>
          target.transaction(nested => work(counting(nested as unknown as Database, count)));
      return Reflect.get(target, name, target) as unknown;
    },
  });
