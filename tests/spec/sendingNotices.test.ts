import { beforeEach, expect, it, vi } from 'vitest';
import { sentMedia } from '#server/db/schema.ts';
import { createForecast } from '#server/media/sending/createForecast.ts';
import { hashSha256 } from '#server/media/sending/sign.ts';
import {
  addCafe,
  addProduct,
  beginSending,
  byBody,
  openNetwork,
  SENDING,
  says,
  sendingEvents,
  sendingWithLog,
  sendMedia,
  useReceivers,
} from '#tests/support/cafes.ts';
import { eventually } from '#tests/support/eventually.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';

const receiver = useReceivers();

describeOnEmbedded('Notifications about media', server => {
  beforeEach(() => openNetwork(server()));

  it('[M6] a cafe receives a list of its images, which includes a refused one as soon as it is accepted', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const id = await addProduct(server(), 'Латте', 'a', 'b');
    there.answer(byBody(text => says(text === 'a' ? 413 : 201)));
    const wanted = { ids: [id], cafes: [cafe] };
    const told = () =>
      there.files.flatMap(({ path, body }) => {
        if (!path.endsWith('product.json')) return [];
        const { images } = JSON.parse(body.toString()) as { images: { file: string }[] };
        return [images.map(({ file }) => file)];
      });
    const [a, b] = [`${hashSha256('a')}.jpg`, `${hashSha256('b')}.jpg`];
    expect((await sendMedia(server(), wanted)).counts).toEqual({ sent: 2, unchanged: 0, failed: 1 });
    expect(told()).toEqual([[b]]);
    // That it is still refused is not told once more.
    expect((await sendMedia(server(), wanted)).counts).toEqual({ sent: 0, unchanged: 2, failed: 1 });
    expect(told()).toHaveLength(1);
    there.answer(says(201));
    expect((await sendMedia(server(), wanted)).counts).toEqual({ sent: 2, unchanged: 1, failed: 0 });
    expect(told()).toEqual([[b], [a, b]]);
  });

  it('[M3] the number of queries of the forecast does not depend on the number of cafes', async () => {
    const targets = [(await addCafe(server(), { name: 'Кафе 0', address: 'https://cafe.example/' })).cafe];
    for (let at = 1; at < 100; at += 1)
      targets.push((await addCafe(server(), { name: `Кафе ${at}`, address: 'https://cafe.example/' })).cafe);
    const ids = [await addProduct(server(), 'Латте', 'a'), await addProduct(server(), 'Раф', 'b')];
    const spy = vi.spyOn(server().deps.db, 'select');
    const countFor = async (cafes: typeof targets) => {
      spy.mockClear();
      expect((await createForecast(server().deps, { ids, targets: cafes, anew: false })).files).toBe(4 * cafes.length);
      return spy.mock.calls.length;
    };
    const [one, hundred] = [await countFor(targets.slice(0, 1)), await countFor(targets)];
    spy.mockRestore();
    expect(hundred).toBe(one);
  });

  it('[M21] a cancelled run counts all acknowledged files', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const { cafe: other } = await addCafe(server(), { address: there.address, name: 'Кафе на Набережной' });
    const ids: number[] = [];
    for (let at = 0; at < 40; at += 1) ids.push(await addProduct(server(), `Латте ${at}`, `a${at}`));
    const { run, done } = await beginSending(server(), { ids, cafes: [cafe, other] });
    await eventually(() => expect(there.files.length).toBeGreaterThan(8), 1);
    const { result } = await (await server().as('content_manager'))('DELETE', SENDING);
    await done;
    const { length } = await server().db.select().from(sentMedia);
    expect(length).toBeLessThan(4 * ids.length);
    expect(result).toMatchObject({ id: run.id, status: 'canceled', counts: { sent: length } });
    expect((await sendingWithLog(server(), run.id)).log.at(-1)?.text).toMatch(new RegExp(`файлов ${length}$`));
  });

  it('[M21] [M460] a cafe that cannot be reached is one line of the log and does not count in the progress', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const { cafe: gone } = await addCafe(server(), { address: there.address, name: 'Кафе без ключа', key_salt: null });
    const ids: number[] = [];
    for (let at = 0; at < 8; at += 1) ids.push(await addProduct(server(), `Латте ${at}`, `a${at}`));
    const run = await sendMedia(server(), { ids, cafes: [gone, cafe] });
    expect(run.counts).toEqual({ sent: 16, unchanged: 0, failed: 0 });
    expect(run.cafes).toMatchObject([
      {
        name: 'Кафе без ключа',
        status: 'failed',
        sent: 0,
        failed: 0,
        reason: expect.stringContaining('ключа подписи'),
      },
      { status: 'finished', sent: 16 },
    ]);
    const { log } = await sendingWithLog(server(), run.id);
    expect(log.filter(({ text }) => text.startsWith('Кафе без ключа:'))).toEqual([
      expect.objectContaining({ level: 'warning', text: expect.stringContaining('не отправляем') }),
    ]);
    const told = sendingEvents(server()).flatMap(message =>
      message.event === 'SENDMEDIA_UPDATE' && message.payload.counts ? [message.payload] : [],
    );
    for (const { progress, counts } of told.slice(0, -1))
      expect(progress).toBeLessThanOrEqual(((counts?.sent ?? 0) / 16) * 100);
  });
});
