import { expect, it } from 'vitest';
import type { PreparedImport } from '#contract/preparing.ts';
import { countRows } from '#providers/jobs/preparing.ts';
import { preparedImports, users } from '#server/db/schema.ts';
import { computeReadingLimits } from '#server/imports/computeReadingLimits.ts';
import { beginUserTurn } from '#server/imports/turns.ts';
import { hold } from '#tests/support/hold.ts';
import { goods, header } from '#tests/support/importing.ts';
import { mappingOf } from '#tests/support/mapped.ts';
import { PREPARED, preparedCalls } from '#tests/support/preparing.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

describeOnEmbedded('§2 Choices made while a table is still being counted', server => {
  const { begin, keep, change, counted, rowsOf } = preparedCalls(server);
  const countAll = ({ counts }: PreparedImport) => countRows(counts, null);

  /** Lets that many batches of rows be counted until it is released. */
  const holdCounting = (batches: number) => {
    const counting = hold();
    let left = batches;
    server().deps.requireRoom = async bytes => {
      if (bytes === undefined && (left -= 1) < 0) await counting.released;
    };
    return counting;
  };

  /** Takes all turns of the user but one. */
  const leaveOneTurn = async () => {
    const [user] = (await server().db.select().from(users)).filter(({ role }) => role === 'content_manager');
    return Array.from({ length: computeReadingLimits().previewsEach - 1 }, () => beginUserTurn(user?.id ?? 0));
  };
  const revision = async () => (await server().db.select().from(preparedImports))[0]?.revision;

  it('[I967] rows counted so far stay until as many have been counted again', async () => {
    const send = await begin();
    const counting = holdCounting(1);
    const { id } = await keep(send, csvOf([header, ...goods(1, 600)]));
    const read = async () => (await send('GET', `${PREPARED}/${id}`)).result as PreparedImport;
    await expect.poll(async () => countAll(await read())).toBeGreaterThan(100);
    const before = await read();
    const changed = await change(send, id, { leave_out: [2] });
    expect(changed).toMatchObject({ counts: before.counts, shown_revision: before.revision, left_out: 1 });
    expect((await rowsOf(send, id, '?offset=150&limit=1')).items).toHaveLength(1);
    counting.release();
    const after = await counted(send, id);
    expect(after).toMatchObject({ progress: 100, shown_revision: changed.revision, counts: { left_out: 1 } });
    expect(countAll(after)).toBe(600);
  });

  it('[I967] a call that waits for the rows of an earlier choice gets those of the latest', async () => {
    const send = await begin();
    const counting = holdCounting(0);
    const { id } = await keep(send);
    const turns = await leaveOneTurn();
    const first = change(send, id, { leave_out: [2] });
    await expect.poll(revision).toBe(2);
    const waiting = rowsOf(send, id);
    const second = change(send, id, { leave_out: [3] });
    await expect.poll(revision).toBe(3);
    counting.release();
    for (const end of await Promise.all(turns)) end();
    expect((await waiting).items).toHaveLength(6);
    for (const answer of await Promise.all([first, second])) expect(countAll(answer)).toBe(6);
  });

  it('[I967] columns are chosen without waiting for the count that they end', async () => {
    const send = await begin();
    const turns = await leaveOneTurn();
    const counting = hold();
    const begun = hold();
    let batches = 0;
    server().deps.requireRoom = async bytes => {
      if (bytes !== undefined || (await revision()) !== 1) return;
      batches += 1;
      begun.release();
      await counting.released;
    };
    const { id } = await keep(send, csvOf([header, ...goods(1, 5000)]));
    await begun.released;
    const refused = send('PUT', `${PREPARED}/${id}`, { layout: { sheet: null, header: { row: 9000, rows: 1 } } });
    counting.release();
    expect((await refused).status).toBe(400);
    const mapping = mappingOf({ sku: 'Артикул', name: 'Название' });
    await change(send, id, { mapping });
    expect(batches).toBeLessThan(10);
    expect(await counted(send, id)).toMatchObject({ progress: 100, refusal: null, mapping });
    for (const end of await Promise.all(turns)) end();
  });
});
