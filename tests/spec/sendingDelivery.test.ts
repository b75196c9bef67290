import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { productImages, sentMedia } from '#server/db/schema.ts';
import {
  addCafe,
  addImage,
  addProduct,
  byBody,
  type CafeReceiver,
  drops,
  first,
  isSilent,
  openNetwork,
  SENDING,
  says,
  sendMedia,
  useReceivers,
} from '#tests/support/cafes.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';

const receiver = useReceivers();

const bodies = ({ files }: CafeReceiver) =>
  files.map(({ body }) => body.toString()).filter(text => !text.startsWith('{'));

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

  it('[M6] what was to be sent anew and has not arrived is sent by the next sending, and nothing else', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const [one, two] = [await addProduct(server(), 'Латте', 'a'), await addProduct(server(), 'Раф', 'b')];
    const other = await addProduct(server(), 'Капучино', 'c');
    const wanted = { ids: [one, two, other], cafes: [cafe] };
    await sendMedia(server(), wanted);
    there.answer(byBody(text => says(text === 'b' ? 401 : 201)));
    const broken = await sendMedia(server(), { ids: [one, two], cafes: [cafe], anew: true });
    expect(broken.cafes).toMatchObject([{ status: 'failed' }]);
    there.answer(says(201));
    const { sent } = broken.counts;
    expect((await sendMedia(server(), wanted)).counts).toEqual({ sent: 4 - sent, unchanged: 2 + sent, failed: 0 });
    there.answer(says(401));
    await sendMedia(server(), { ...wanted, anew: true });
    await server().db.delete(productImages);
    there.answer(says(201));
    expect((await sendMedia(server(), wanted)).counts).toEqual({ sent: 3, unchanged: 0, failed: 0 });
  });

  it('[M6] a product without images any more sends an empty list only to cafes that had some', async () => {
    const [there, other] = [await receiver(), await receiver()];
    const { cafe } = await addCafe(server(), { address: there.address });
    const id = await addProduct(server(), 'Латте', 'a');
    await sendMedia(server(), { ids: [id], cafes: [cafe] });
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
    openNetwork(server(), { attempts: 4 });
    there.answer(first(drops, says(500), says(429, { 'Retry-After': '1' })));
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe] });
    expect(run).toMatchObject({ status: 'finished', counts: { sent: 2, failed: 0 } });
    expect(run.log.filter(({ level }) => level === 'warning').map(({ text }) => text)).toEqual([
      'Кафе на Кирова: Связь с кафе прервалась (ECONNRESET). Попробуем ещё раз через 1 с',
      'Кафе на Кирова: Кафе не справляется (500). Попробуем ещё раз через 1 с',
      'Кафе на Кирова: Кафе не справляется (429). Попробуем ещё раз через 1 с',
    ]);
  });

  it('[M8] after a Retry-After longer than our own delays, none of the files is sent before', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const ids = [await addProduct(server(), 'Латте', 'a'), await addProduct(server(), 'Раф', 'b')];
    let closedAt = 0;
    const requests: number[] = [];
    let sendsSecond = () => {};
    const second = new Promise<void>(resolve => {
      sendsSecond = resolve;
    });
    there.answer(async (request, response, body) => {
      requests.push(performance.now());
      await body();
      if (requests.length === 1) {
        // Both files are on their way before the first answer.
        await second;
        closedAt = performance.now();
        return says(429, { 'Retry-After': '1' })(request, response, body);
      }
      sendsSecond();
      if (requests.length > 2) return says(201)(request, response, body);
      await delay(100);
      return says(500)(request, response, body);
    });
    const run = await sendMedia(server(), { ids, cafes: [cafe] });
    expect(run).toMatchObject({ status: 'finished', counts: { sent: 4, failed: 0 } });
    // Timers may be a few milliseconds early.
    expect((requests[2] ?? 0) - closedAt).toBeGreaterThan(980);
  });

  const inAnHour = (timestamp: number) => new Date(timestamp + 3_570_000).toUTCString();

  it.each([
    ['in seconds', () => ({ 'Retry-After': '3570' })],
    ['until a date', () => ({ 'Retry-After': inAnHour(Date.now()) })],
    ['until a date by its own clock', () => ({ Date: new Date(1e12).toUTCString(), 'Retry-After': inAnHour(1e12) })],
  ])(
    '[M8] a receiver that asks for more than 10 minutes, %s, is given up at once, with the time',
    async (_form, ask) => {
      const there = await receiver();
      const { cafe } = await addCafe(server(), { address: there.address });
      const id = await addProduct(server(), 'Латте', 'a');
      there.answer(says(503, ask()));
      const run = await sendMedia(server(), { ids: [id], cafes: [cafe] });
      const reason = 'Кафе не принимает файлы ещё 60 мин (503): отправьте ещё раз после этого';
      expect(run.cafes).toMatchObject([{ status: 'failed', sent: 0, failed: 2, reason }]);
      expect(there.tries).toHaveLength(1);
    },
  );

  it.each(['Fri, 30 Feb 2018 99:00:00 GMT', '2018-03-01', 'soon', new Date(1e12).toUTCString()])(
    '[M8] a receiver that asks to wait until «%s» gets the file after our own delay',
    async value => {
      const there = await receiver();
      const { cafe } = await addCafe(server(), { address: there.address });
      const id = await addProduct(server(), 'Латте', 'a');
      there.answer(first(says(503, { 'Retry-After': value })));
      expect((await sendMedia(server(), { ids: [id], cafes: [cafe] })).counts).toMatchObject({ sent: 2, failed: 0 });
    },
  );

  it('[M8] [M9] a receiver that is too slow is given up and named, and the others get everything', async () => {
    const [slow, quick] = [await receiver(), await receiver()];
    const { cafe } = await addCafe(server(), { name: 'Медленное', address: slow.address });
    const { cafe: second } = await addCafe(server(), { name: 'Быстрое', address: quick.address });
    const id = await addProduct(server(), 'Латте', 'a', 'b');
    openNetwork(server(), { attempts: 2, limit: 400 });
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
  ])('[M9] [M11] a receiver that answers %s gets one request and no more', async (_name, answer, reason) => {
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
