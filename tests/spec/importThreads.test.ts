import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { createWorkerInput } from '#server/imports/createWorkerInput.ts';
import { openReader, readProposal } from '#server/imports/reader.ts';
import { goods, header } from '#tests/support/importing.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';
import { csvOf, fileOf } from '#tests/support/tables.ts';

vi.setConfig({ testTimeout: 30_000 });

describeOnEmbedded('§9 The threads that read tables', server => {
  afterEach(() => void vi.useRealTimers());

  const inputOf = async () =>
    (await createWorkerInput(server().deps, { path: fileOf(csvOf([header, ...goods(1, 5000)])) })).input;
  const gone = new Error('nobody waits');

  it('[I796] a reader that is stopped ends at once: before the first rows, with them, and between batches', async () => {
    const input = await inputOf();
    const early = new AbortController();
    const opening = openReader(input, {}, { signal: early.signal });
    early.abort(gone);
    await expect(opening).rejects.toBe(gone);

    const inHead = new AbortController();
    const onHead = async () => inHead.abort(gone);
    await expect(openReader(input, {}, { onHead, signal: inHead.signal })).rejects.toBe(gone);

    const late = new AbortController();
    const reader = await openReader(input, {}, { signal: late.signal });
    await reader.next();
    late.abort(gone);
    const rest = async () => {
      while (await reader.next());
    };
    await expect(rest()).rejects.toBe(gone);
    await expect(reader.add({})).rejects.toBe(gone);
  });

  it('[I796] a table whose first rows take a minute is refused', async () => {
    const input = await inputOf();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const refused = expect(readProposal(input, {})).rejects.toMatchObject({ kind: 'tooSlow' });
    while (vi.getTimerCount() === 0) await nextTurn();
    vi.advanceTimersByTime(60_000);
    await refused;
  });
});
