import { beforeEach, expect, it } from 'vitest';
import { channels } from '#contract/events.ts';
import { sendingEndpoints } from '#contract/sending.ts';
import { sendingRuns } from '#server/media/sending/sendingJob.ts';
import {
  addCafe,
  addProduct,
  beginSending,
  type CafeReceiver,
  first,
  isSilent,
  leaveSending,
  openNetwork,
  SENDING,
  says,
  sendingEvents,
  sendingWithLog,
  sendMedia,
  useReceivers,
} from '#tests/support/cafes.ts';
import { eventually } from '#tests/support/eventually.ts';
import { nextEvent } from '#tests/support/importing.ts';
import { describeOnBoth, type TestServer } from '#tests/support/server.ts';

const receiver = useReceivers();

const bodies = ({ files }: CafeReceiver) =>
  files.map(({ body }) => body.toString()).filter(text => !text.startsWith('{'));
const textsOf = async (server: TestServer, id: number) =>
  (await sendingWithLog(server, id)).log.map(({ text }) => text);

describeOnBoth('§4 Media sending as a job', server => {
  beforeEach(() => openNetwork(server()));

  it('[M640] an answer about a run has the declared fields only', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const { id } = await sendMedia(server(), { ids: [await addProduct(server(), 'Латте', 'a')], cafes: [cafe] });
    const { result } = await (await server().as('content_manager'))('GET', `${SENDING}/runs/${id}`);
    const declared = Object.keys(sendingEndpoints.run.result.shape);
    expect(Object.keys(result as object).toSorted()).toEqual(declared.toSorted());
  });

  it('[T24] [T25] [T27] [W7] [F12] a run starts at 0, reports its progress in order and ends at 100, on its starter’s channel', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const ids = [await addProduct(server(), 'Латте', 'a', 'b'), await addProduct(server(), 'Раф', 'c')];
    const run = await sendMedia(server(), { ids, cafes: [cafe] });
    expect(run).toMatchObject({
      status: 'finished',
      is_broken: false,
      progress: 100,
      counts: { sent: 5, unchanged: 0, failed: 0 },
      cafes: [{ name: 'Кафе на Кирова', status: 'finished', sent: 5, files: 5, reason: null }],
    });
    expect(bodies(there).toSorted()).toEqual(['a', 'b', 'c']);
    const { user } = await server().signIn('content_manager');
    const events = sendingEvents(server());
    expect(new Set(events.map(({ channel }) => channel))).toEqual(new Set([channels.user(user.id)]));
    expect(events[0]?.event).toBe('SENDMEDIA_STARTS');
    expect(events.at(-1)?.event).toBe('SENDMEDIA_READY');
    const updates = events.flatMap(message => (message.event === 'SENDMEDIA_UPDATE' ? [message.payload] : []));
    expect(updates.flatMap(({ stepItems }) => stepItems)).toEqual(run.log);
    // Only what changed is told of the cafes: while nothing happens, nothing.
    expect(updates.at(0)?.cafes?.length).toBeLessThanOrEqual(1);
    expect(updates.flatMap(({ cafes = [] }) => cafes).at(-1)).toMatchObject({ status: 'finished', sent: 5 });
    const progress = updates.map(update => update.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(100);
  });

  it('[M7] [Z34] a run of a killed server goes on after the restart, and acknowledged files are not sent again', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const id = await addProduct(server(), 'Латте', 'a', 'b', 'c');
    // The process dies with two files there: its last answer never comes.
    there.answer(first(says(201), says(201), isSilent));
    const { run, done } = await beginSending(server(), { ids: [id], cafes: [cafe] });
    await eventually(() => expect(there.tries).toHaveLength(3));
    there.answer(says(201));
    const stop = await sendingRuns.recover({ ...server().deps, databaseKind: 'embedded' });
    await eventually(async () =>
      expect(await sendingWithLog(server(), run.id)).toMatchObject({ status: 'finished', counts: { sent: 4 } }),
    );
    await stop();
    expect(await textsOf(server(), run.id)).toContain('Сервер перезапустился, отправка медиа продолжается');
    await there.close();
    await done;
    expect(bodies(there).toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('[M13] [C21] [T26] a cancelled run stops at once, and the next one continues after the delivered files', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const id = await addProduct(server(), 'Латте', 'a', 'b');
    there.answer(first(says(201), isSilent));
    const { run } = await beginSending(server(), { ids: [id], cafes: [cafe] });
    await eventually(() => expect(there.tries).toHaveLength(2));
    const send = await server().as('content_manager');
    expect(await send('POST', SENDING, { all: true, cafe_ids: [cafe.id] })).toMatchObject({
      status: 409,
      message: 'Отправка медиа уже идёт: дождитесь её конца или остановите её',
    });
    expect(await send('DELETE', SENDING)).toMatchObject({
      status: 200,
      result: { id: run.id, status: 'canceled', is_broken: false, counts: { sent: 1 } },
    });
    expect(sendingEvents(server()).at(-1)).toMatchObject({ event: 'SENDMEDIA_INTERRUPT' });
    expect((await textsOf(server(), run.id)).at(-1)).toBe(
      'Отправка медиа отменена. Отправленное остаётся в кафе: файлов 1',
    );
    expect(await send('DELETE', SENDING)).toMatchObject({ status: 404, message: 'Отправка медиа сейчас не идёт' });
    there.answer(says(201));
    expect((await sendMedia(server(), { ids: [id], cafes: [cafe] })).counts).toMatchObject({ sent: 2, unchanged: 1 });
  });

  it('[M13] [M7] of two simultaneous starts one succeeds; a run without heartbeats is dead', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    await addProduct(server(), 'Латте', 'a');
    const send = await server().as('content_manager');
    const body = { all: true, cafe_ids: [cafe.id] };
    const over = nextEvent(server(), 'SENDMEDIA_READY');
    const answers = await Promise.all([send('POST', SENDING, body), send('POST', SENDING, body)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await over;
    const left = await leaveSending(server(), new Date(Date.now() - 60_000));
    expect(await send('GET', SENDING)).toMatchObject({ status: 200, result: null });
    expect(await sendingWithLog(server(), left)).toMatchObject({ status: 'canceled', is_broken: true });
  });
});
