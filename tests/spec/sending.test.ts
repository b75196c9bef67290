import { createHmac } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { channels } from '#contract/events.ts';
import { sentMedia } from '#server/db/schema.ts';
import { sendingRuns } from '#server/media/sending/sendingJob.ts';
import {
  addCafe,
  addImage,
  addProduct,
  beginSending,
  byBody,
  type CafeReceiver,
  drops,
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
import { nextEvent } from '#tests/support/importing.ts';
import { describeOnBoth, describeOnEmbedded, type TestServer } from '#tests/support/server.ts';

vi.setConfig({ testTimeout: 30_000 });

const receiver = useReceivers();

const bodies = ({ files }: CafeReceiver) =>
  files.map(({ body }) => body.toString()).filter(text => !text.startsWith('{'));
const textsOf = async (server: TestServer, id: number) =>
  (await sendingWithLog(server, id)).log.map(({ text }) => text);

describeOnBoth('§4 Media sending as a job', server => {
  beforeEach(() => openNetwork(server()));

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

  it('[M7] [T26] a run of a killed server is ended after the restart, and acknowledged files are not sent again', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const id = await addProduct(server(), 'Латте', 'a', 'b', 'c');
    // The process dies with two files there: its last answer never comes.
    there.answer(first(says(201), says(201), isSilent));
    const { run, done } = await beginSending(server(), { ids: [id], cafes: [cafe] });
    await vi.waitFor(() => expect(there.tries).toHaveLength(3), { timeout: 20_000 });
    const stop = await sendingRuns.recover({ ...server().deps, databaseKind: 'embedded' });
    await stop();
    expect(await sendingWithLog(server(), run.id)).toMatchObject({ status: 'canceled', is_broken: true });
    expect((await textsOf(server(), run.id)).at(-1)).toBe(
      'Отправка медиа прервана: сервер остановился. Отправленное остаётся в кафе: файлов 2. Запустите её ещё раз',
    );
    // The process that is thought dead here still tells of its run.
    expect(sendingEvents(server()).map(({ event }) => event)).toContain('SENDMEDIA_ERROR');
    there.answer(says(201));
    const again = await beginSending(server(), { ids: [id], cafes: [cafe] });
    expect(await again.done).toMatchObject({ status: 'finished', counts: { sent: 2, unchanged: 2 } });
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
    await vi.waitFor(() => expect(there.tries).toHaveLength(2), { timeout: 20_000 });
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

describeOnEmbedded('M Media to cafes', server => {
  beforeEach(() => openNetwork(server()));

  it('[M4] each file is sent by a PUT that the receiver can verify with the key', async () => {
    const there = await receiver();
    const { cafe, key } = await addCafe(server(), { address: `${there.address}/` });
    const id = await addProduct(server(), 'Латте', 'a');
    await sendMedia(server(), { ids: [id], cafes: [cafe] });
    expect(there.files).toHaveLength(2);
    for (const { path, body, headers } of there.files) {
      expect(path).toMatch(new RegExp(`^/media/${id}/(product\\.json|[0-9a-f]{64}\\.jpg)$`));
      const lines = ['PUT', path, headers['vitrina-date'], headers['vitrina-content-sha256']].join('\n');
      const expected = createHmac('sha256', key).update(lines).digest('hex');
      expect(headers['vitrina-signature']).toBe(`v1=${expected}`);
      const { createHash } = await import('node:crypto');
      expect(headers['vitrina-content-sha256']).toBe(createHash('sha256').update(body).digest('hex'));
      expect(Math.abs(Date.now() - Date.parse(String(headers['vitrina-date'])))).toBeLessThan(60_000);
    }
    expect(JSON.parse(there.files.at(-1)?.body.toString() ?? '')).toMatchObject({
      id,
      name: 'Латте',
      images: [{ width: 6, height: 4, is_main: false }],
    });
  });

  it('[M6] only changed content is sent; a new address and «anew» get everything', async () => {
    const [there, elsewhere] = [await receiver(), await receiver()];
    const { cafe } = await addCafe(server(), { address: there.address });
    const [one, two] = [await addProduct(server(), 'Латте', 'a'), await addProduct(server(), 'Раф', 'b')];
    const wanted = { ids: [one, two], cafes: [cafe] };
    expect((await sendMedia(server(), wanted)).counts).toEqual({ sent: 4, unchanged: 0, failed: 0 });
    const idle = await sendMedia(server(), wanted);
    expect(idle).toMatchObject({ progress: 100, counts: { sent: 0, unchanged: 4, failed: 0 } });
    expect(idle.log.at(-1)?.text).toBe('Всё уже отправлено: новых и изменённых файлов нет');
    await addImage(server(), one, 'c');
    // The new image, and the list of images that it is in now.
    expect((await sendMedia(server(), wanted)).counts).toEqual({ sent: 2, unchanged: 3, failed: 0 });
    expect(bodies(there).toSorted()).toEqual(['a', 'b', 'c']);
    expect((await sendMedia(server(), { ...wanted, anew: true })).counts.sent).toBe(5);
    const moved = { ...cafe, address: elsewhere.address };
    expect((await sendMedia(server(), { ids: [one, two], cafes: [moved] })).counts.sent).toBe(5);
    expect(elsewhere.files).toHaveLength(5);
  });

  it('[M6] a product without images any more sends an empty list only to cafes that had some', async () => {
    const [there, other] = [await receiver(), await receiver()];
    const { cafe } = await addCafe(server(), { address: there.address });
    const id = await addProduct(server(), 'Латте', 'a');
    await sendMedia(server(), { ids: [id], cafes: [cafe] });
    const { productImages } = await import('#server/db/schema.ts');
    await server().db.delete(productImages);
    const { cafe: second } = await addCafe(server(), { name: 'Кафе на Ленина', address: other.address });
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe, second] });
    expect(run.counts).toEqual({ sent: 1, unchanged: 0, failed: 0 });
    expect(JSON.parse(there.files.at(-1)?.body.toString() ?? '')).toMatchObject({ id, images: [] });
    expect(other.tries).toEqual([]);
  });

  it('[M8] a dropped connection, a 500 and a 429 are retried, respecting Retry-After, until the file arrives', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const id = await addProduct(server(), 'Латте', 'a');
    openNetwork(server(), { tries: 4 });
    there.answer(first(drops, says(500), says(429, { 'Retry-After': '1' })));
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe] });
    expect(run).toMatchObject({ status: 'finished', counts: { sent: 2, failed: 0 } });
    expect(run.log.filter(({ level }) => level === 'warning').map(({ text }) => text)).toEqual([
      'Кафе на Кирова: Связь с кафе прервалась (ECONNRESET). Попробуем ещё раз через 1 с',
      'Кафе на Кирова: Кафе не справляется (500). Попробуем ещё раз через 1 с',
      'Кафе на Кирова: Кафе не справляется (429). Попробуем ещё раз через 1 с',
    ]);
  });

  it('[M8] [M9] a receiver that is too slow is given up and named, and the others get everything', async () => {
    const [slow, quick] = [await receiver(), await receiver()];
    const { cafe } = await addCafe(server(), { name: 'Медленное', address: slow.address });
    const { cafe: second } = await addCafe(server(), { name: 'Быстрое', address: quick.address });
    const id = await addProduct(server(), 'Латте', 'a', 'b');
    openNetwork(server(), { tries: 2, limit: 400 });
    slow.answer(isSilent);
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe, second] });
    expect(run.cafes).toMatchObject([
      { name: 'Быстрое', status: 'finished', sent: 3, failed: 0 },
      { name: 'Медленное', status: 'failed', sent: 0, failed: 3, reason: 'Кафе не приняло файл за 0.4 с' },
    ]);
    expect(slow.tries).toHaveLength(2);
    expect(run.status).toBe('finished');
    expect(run.log.at(-1)?.text).toBe('Отправка медиа завершена: файлов отправлено 3. Не всё получили: Медленное');
  });

  it.each([
    ['403', says(403), 'Кафе не приняло подпись (403): проверьте ключ на обеих сторонах'],
    ['404', says(404), 'По адресу кафе нет приёмника (404): проверьте адрес в настройках кафе'],
    [
      'a redirect',
      says(302, { Location: 'http://127.0.0.1:1/' }),
      'Адрес кафе перенаправляет на другой (302): впишите конечный адрес в настройки кафе',
    ],
  ])('[M9] [M11] a receiver that answers %s is asked once and no more', async (_name, answer, reason) => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const id = await addProduct(server(), 'Латте', 'a', 'b');
    there.answer(answer);
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe] });
    expect(there.tries).toHaveLength(1);
    expect(run.cafes).toMatchObject([{ status: 'failed', sent: 0, failed: 3, reason }]);
    expect(await server().db.select().from(sentMedia)).toEqual([]);
  });

  it('[M9] an unreachable receiver is reported; one that refuses a file gets the others', async () => {
    const there = await receiver();
    const gone = await receiver();
    await gone.close();
    const { cafe } = await addCafe(server(), { name: 'Закрытое', address: gone.address });
    const { cafe: second } = await addCafe(server(), { name: 'Открытое', address: there.address });
    const id = await addProduct(server(), 'Латте', 'a', 'b');
    there.answer(byBody(text => says(text === 'a' ? 413 : 201)));
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe, second] });
    expect(run.cafes).toMatchObject([
      { name: 'Закрытое', status: 'failed', failed: 3, reason: expect.stringContaining('(ECONNREFUSED)') },
      { name: 'Открытое', status: 'failed', sent: 2, failed: 1 },
    ]);
    expect(run.log.map(({ text }) => text)).toContain(
      'Открытое: «Латте» не отправлен. Кафе не приняло файл (413): спросите, чем он не подходит',
    );
  });

  it('[M10] [M11] a host that resolves to an internal address is refused, even if it resolved elsewhere before', async () => {
    const there = await receiver();
    const { port } = new URL(there.address);
    const { cafe } = await addCafe(server(), { address: `http://cafe.example:${port}/media` });
    const id = await addProduct(server(), 'Латте', 'a');
    server().deps.config.cafesNetworks.addAddress('127.0.0.1', 'ipv4');
    const led = ['127.0.0.1', '10.0.0.7'];
    openNetwork(server(), {
      lookup: async () => [{ address: led.shift() ?? '10.0.0.7', family: 4 }],
    });
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe] });
    expect(there.tries).toHaveLength(1);
    expect(run.cafes).toMatchObject([
      { status: 'failed', sent: 1, failed: 1, reason: expect.stringContaining('cafe.example внутри сети сервера') },
    ]);
  });

  it('[M3] [M5] the forecast lists what would be sent where, what prevents it, and products without images', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const { cafe: bare } = await addCafe(server(), { name: 'Без ключа', address: there.address, key_salt: null });
    const one = await addProduct(server(), 'Латте', 'aaaa');
    const two = await addProduct(server(), 'Раф');
    await sendMedia(server(), { ids: [one], cafes: [cafe] });
    await addImage(server(), one, 'bb');
    const before = there.tries.length;
    const send = await server().as('content_manager');
    const { status, result } = await send('POST', `${SENDING}/preview`, {
      product_ids: [one, two, two],
      cafe_ids: [cafe.id, bare.id],
    });
    expect(status).toBe(200);
    expect(result).toMatchObject({
      products: 2,
      without_images: 1,
      without_images_samples: [{ id: two, name: 'Раф' }],
      files: 2,
      cafes: [
        { name: 'Без ключа', files: 3, unchanged: 0, reason: expect.stringContaining('Нет ключа подписи') },
        { name: 'Кафе на Кирова', files: 2, unchanged: 1, reason: null },
      ],
    });
    expect(there.tries).toHaveLength(before);
    const run = await sendMedia(server(), { ids: [one], cafes: [bare] });
    expect(run.cafes).toMatchObject([{ status: 'failed', failed: 0 }]);
    expect(there.tries).toHaveLength(before);
  });
});
