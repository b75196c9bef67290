import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it, vi } from 'vitest';
import { sentMedia } from '#server/db/schema.ts';
import { hashSha256 } from '#server/media/sending/sign.ts';
import type { Cafe } from '#server/media/sending/target.ts';
import {
  type Answer,
  addCafe,
  addProduct,
  type CafeReceiver,
  dropsMidway,
  first,
  openNetwork,
  says,
  saysAndCloses,
  saysEarly,
  sendMedia,
  trickles,
  useReceivers,
} from '#tests/support/cafes.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';

const receiver = useReceivers();

const PICTURE = 'a'.repeat(400_000);
/** More than the buffers of a connection hold (4 MiB at the sender), so that it is sent no faster than it is read. */
const HUGE = 'b'.repeat(12_000_000);

/** Answers a picture so, and takes the small files. */
const ofPictures =
  (answer: Answer): Answer =>
  (request, response, body) =>
    (Number(request.headers['content-length']) >= PICTURE.length ? answer : says(201))(request, response, body);

describeOnEmbedded('What happens in the midst of a file', server => {
  beforeEach(() => openNetwork(server(), { attempts: 2 }));

  /** The paths that a cafe is thought to have; each came to it whole. */
  const counted = async (cafe: Cafe, there: CafeReceiver): Promise<string[]> => {
    const rows = await server().db.select().from(sentMedia).where(eq(sentMedia.cafe_id, cafe.id));
    const whole = there.files.filter(({ body, headers }) => hashSha256(body) === headers['vitrina-content-sha256']);
    expect(whole.map(({ path }) => path.replace('/media/', '')).toSorted()).toEqual(
      rows.map(({ path }) => path).toSorted(),
    );
    return rows.map(({ path }) => path);
  };

  it('[M19] [M8] a connection that breaks during a file is retried, and the file arrives complete', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const id = await addProduct(server(), 'Латте', PICTURE, 'b');
    there.answer(first(dropsMidway));
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe] });
    expect(run).toMatchObject({ status: 'finished', counts: { sent: 3, failed: 0 } });
    expect(run.log.filter(({ level }) => level === 'warning').map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Кафе на Кирова: Связь с кафе прервалась \((ECONNRESET|EPIPE)\)\. Попробуем ещё раз через 1 с$/,
      ),
    ]);
    expect(there.tries).toHaveLength(4);
    expect(await counted(cafe, there)).toHaveLength(3);
  });

  it.each([
    ['drops it', dropsMidway, 2, /Связь с кафе прервалась \((ECONNRESET|EPIPE)\)$/],
    ['refuses it and closes', saysAndCloses(413), 1, /Кафе не приняло файл \(413\): спросите, чем он не подходит$/],
    ['refuses it and reads no more', saysEarly(413), 1, /Кафе не приняло файл \(413\): спросите, чем он не подходит$/],
  ])(
    '[M8] [M9] [M17] of a cafe that %s in the midst every time the other files and the other cafes go on',
    async (_name, answer, tries, message) => {
      const [there, other] = [await receiver(), await receiver()];
      const { cafe } = await addCafe(server(), { address: there.address });
      const { cafe: second } = await addCafe(server(), { name: 'Кафе на Ленина', address: other.address });
      const ids = [await addProduct(server(), 'Латте', PICTURE, 'b'), await addProduct(server(), 'Раф', 'c', 'd')];
      there.answer(ofPictures(answer));
      const run = await sendMedia(server(), { ids, cafes: [cafe, second] });
      expect(run.cafes).toMatchObject([
        { name: 'Кафе на Кирова', status: 'failed', sent: 5, failed: 1, reason: null },
        { name: 'Кафе на Ленина', status: 'finished', sent: 6, failed: 0 },
      ]);
      const errors = run.log.filter(({ level }) => level === 'error').map(({ text }) => text);
      expect(errors).toEqual([expect.stringMatching(message)]);
      expect(run.log.filter(({ text }) => text.includes('Попробуем ещё раз'))).toHaveLength(tries - 1);
      const picture = `${ids[0]}/${hashSha256(PICTURE)}.jpg`;
      expect(there.tries.filter(path => path.endsWith(picture))).toHaveLength(tries);
      expect(await counted(cafe, there)).not.toContain(picture);
      expect(await counted(second, other)).toContain(picture);
    },
  );

  it('[M9] after a 401 during a file, the cafe gets no further requests, and the others get everything', async () => {
    const [there, other] = [await receiver(), await receiver()];
    const { cafe } = await addCafe(server(), { address: there.address });
    const { cafe: second } = await addCafe(server(), { name: 'Кафе на Ленина', address: other.address });
    const id = await addProduct(server(), 'Латте', PICTURE, 'b', 'c');
    there.answer(saysAndCloses(401));
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe, second] });
    const reason = 'Кафе не приняло подпись (401): проверьте ключ на обеих сторонах';
    expect(run.cafes).toMatchObject([
      { name: 'Кафе на Кирова', status: 'failed', sent: 0, failed: 4, reason },
      { name: 'Кафе на Ленина', status: 'finished', sent: 4, failed: 0 },
    ]);
    expect(there.tries).toHaveLength(1);
    expect(await counted(cafe, there)).toEqual([]);
    expect(await counted(second, other)).toHaveLength(4);
  });

  it('[M19] [M9] a refusal during a large file does not delay the next ones', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const ids = await Promise.all(['а', 'б', 'в'].map(name => addProduct(server(), name, `${name}${HUGE}`, name)));
    there.answer(ofPictures(saysEarly(413)));
    const run = await sendMedia(server(), { ids, cafes: [cafe] });
    expect(run.cafes).toMatchObject([{ status: 'failed', sent: 6, failed: 3, reason: null }]);
    expect(run.log.filter(({ text }) => text.includes('Попробуем ещё раз'))).toEqual([]);
    expect(there.tries).toHaveLength(9);
  });

  it('[M19] [M8] a file that is acknowledged before it was read does not count', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const id = await addProduct(server(), 'Латте', HUGE, 'b');
    there.answer(ofPictures(saysEarly(201)));
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe] });
    const reason = 'Кафе ответило (201), не дочитав файл: проверьте приёмник';
    expect(run.cafes).toMatchObject([{ status: 'failed', sent: 0, failed: 3, reason }]);
    expect(there.tries).toHaveLength(2);
    expect(await counted(cafe, there)).toEqual([]);
  });

  it('[M8] a picture has longer by what it takes on a slow line', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const id = await addProduct(server(), 'Латте', PICTURE);
    openNetwork(server(), { attempts: 1, limit: 1000 });
    there.answer(ofPictures(async (...call) => delay(1500).then(() => says(201)(...call))));
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe] });
    expect(run).toMatchObject({ status: 'finished', counts: { sent: 2, failed: 0 } });
  });

  it('[M17] [M8] a picture that is still moving when its time is over fails alone', async () => {
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const ids = [await addProduct(server(), 'Латте', HUGE + HUGE), await addProduct(server(), 'Раф', 'c', 'd')];
    openNetwork(server(), { attempts: 1, limit: 2000, bytesPerMs: 1e6 });
    there.answer(ofPictures(trickles(() => delay(12))));
    const run = await sendMedia(server(), { ids, cafes: [cafe] });
    expect(run.cafes).toMatchObject([{ status: 'failed', sent: 4, failed: 1, reason: null }]);
    expect(run.log.filter(({ level }) => level === 'error').map(({ text }) => text)).toEqual([
      'Кафе на Кирова: «Латте» не отправлен. Файл не успел дойти до кафе за 2 с: связь слишком медленная',
    ]);
    expect(await counted(cafe, there)).toHaveLength(4);
  });

  it('[M8] [M9] a slow cafe gets complete files and does not delay the others', async () => {
    const [slow, quick] = [await receiver(), await receiver()];
    const { cafe } = await addCafe(server(), { name: 'Медленное', address: slow.address });
    const { cafe: second } = await addCafe(server(), { name: 'Быстрое', address: quick.address });
    const id = await addProduct(server(), 'Латте', HUGE, 'b');
    const hasAll = vi.waitUntil(() => quick.files.length === 3, { timeout: 60_000, interval: 10 });
    let pieces = 0;
    slow.answer(
      ofPictures(
        trickles(async () => {
          pieces += 1;
          await hasAll;
          await setImmediate();
        }),
      ),
    );
    const run = await sendMedia(server(), { ids: [id], cafes: [cafe, second] });
    expect(run).toMatchObject({ status: 'finished', counts: { sent: 6, failed: 0 } });
    expect(run.log.filter(({ level }) => level !== 'info')).toEqual([]);
    expect(pieces).toBeGreaterThan(100);
    expect(await counted(cafe, slow)).toHaveLength(3);
    expect(slow.files[0]?.body.equals(Buffer.from(HUGE))).toBe(true);
  });
});
