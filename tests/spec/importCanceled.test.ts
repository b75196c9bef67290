import { expect, it } from 'vitest';
import { batchPace } from '#server/db/batchPace.ts';
import { begin, countProducts, goods, IMPORT } from '#tests/support/importing.ts';
import { describeOnBoth } from '#tests/support/server.ts';

const BATCHES = 10;

describeOnBoth('§4 An import that is cancelled', server => {
  it.each([5, 9])('[I520] after %i of 10 batches, it writes none that begins later', async written => {
    const { deps } = server();
    const { rows } = batchPace[deps.databaseKind];
    const send = await server().as('content_manager');
    let begun = 0;
    let isCanceled = false;
    // The run asks before each batch, the cancellation once.
    deps.requireRoom = async () => {
      if (isCanceled) return;
      if (begun === written) {
        isCanceled = true;
        expect(await send('DELETE', IMPORT)).toMatchObject({ status: 200 });
      }
      begun += 1;
    };
    try {
      const { done } = await begin(server(), goods(1, rows * BATCHES));
      expect(await done).toMatchObject({ status: 'canceled', counts: { new: rows * written } });
    } finally {
      delete deps.requireRoom;
    }
    expect(await countProducts(server())).toBe(rows * written);
  });
});
