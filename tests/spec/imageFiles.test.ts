import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changes, pictures } from '#server/db/schema.ts';
import { StoreUnreachableError } from '#server/files/outages.ts';
import { createBucketStore } from '#server/files/s3.ts';
import { createApp } from '#server/http/app.ts';
import { sweepPictures } from '#server/media/images/pictureStore.ts';
import { useFakeBucket } from '#tests/support/bucket.ts';
import { addImages, fetchPicture, imageForm, imagesIn, jpegOf, pngOf } from '#tests/support/images.ts';
import { letRole } from '#tests/support/permissions.ts';
import { addProducts } from '#tests/support/records.ts';
import { describeOnBoth, senderOf, type TestServer, useTestServer } from '#tests/support/server.ts';

const withImage = async (server: TestServer) => {
  const [product] = await addProducts(server, { name: 'Латте' });
  const path = `/products/${product?.id ?? 0}/images`;
  const [image] = await addImages(server, path, 'red');
  if (!image) throw new Error('no image was added');
  return { path, image };
};

/** The cookie that an answer hands out, as a browser sends it back. */
const cookieOf = (headers: Headers): string => headers.get('Set-Cookie')?.split(';')[0] ?? '';

describe('Contract 5: files of pictures', () => {
  const server = useTestServer();

  it('[G11] [P15] pictures are authenticated by a cookie that any call of the session sets', async () => {
    const { image } = await withImage(server());
    const send = await server().as('content_manager');
    const { headers } = await send('GET', '/products');
    expect(headers.get('Set-Cookie')).toMatch(/^vitrina_pictures=[^;]+; Path=\/api; HttpOnly; SameSite=Strict$/);
    const cookie = cookieOf(headers);
    expect((await send('GET', '/products', undefined, { Cookie: cookie })).headers.get('Set-Cookie')).toBeNull();
    const read = (Cookie: string) => server().app.request(`/api${image.addresses.small}`, { headers: { Cookie } });
    expect((await read(cookie)).status).toBe(200);
    expect((await read('')).status).toBe(401);
    expect((await read(cookie.replace(/.$/, last => (last === 'A' ? 'B' : 'A')))).status).toBe(401);
    expect((await read(cookie.replace(/.$/, encodeURIComponent('é')))).status).toBe(401);
    expect((await read('vitrina_pictures=nonsense')).status).toBe(401);
  });

  it('[G11] the cookie only grants access to pictures, and ends with its session', async () => {
    const { image } = await withImage(server());
    const send = await server().as('content_manager');
    const Cookie = cookieOf((await send('GET', '/products')).headers);
    const visitor = senderOf(server().app, null);
    for (const path of ['/products', '/profile', `/products/1/images`])
      expect((await visitor('GET', path, undefined, { Cookie })).status).toBe(401);
    expect((await visitor('GET', image.addresses.small, undefined, { Cookie })).status).toBe(200);
    await send('POST', '/auth/logout');
    expect((await visitor('GET', image.addresses.small, undefined, { Cookie })).status).toBe(401);
  });

  it('[G11] [P15] users without access to products, models and matrices are refused', async () => {
    const { image } = await withImage(server());
    await letRole(server(), '1c_client', 'users.show-list');
    for (const [role, status] of [
      ['1c_client', 403],
      ['manager_matrix', 200],
      ['accountant', 200],
      ['photographer', 200],
    ] as const)
      expect([role, (await (await server().as(role))('GET', image.addresses.medium)).status]).toEqual([role, status]);
  });

  it('[G12] a picture is immutable, and browsers neither sniff nor render it as a page', async () => {
    const { image } = await withImage(server());
    const { headers, status } = await fetchPicture(server(), image.addresses.large);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      etag: expect.stringMatching(/^"[0-9a-f]{32}-large\.webp"$/),
    });
    const again = await fetchPicture(server(), image.addresses.large, { 'If-None-Match': headers.get('ETag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each([
    `/pictures/${'0'.repeat(64)}/small.webp`,
    '/pictures/..%2f..%2f/secrets.json',
    `/pictures/${'0'.repeat(64)}/..%2f..%2fsecrets.json`,
    `/pictures/${'0'.repeat(64)}/full.svg`,
    `/pictures/${'0'.repeat(64)}/small.png`,
  ])('[G12] [G13] %s is no picture, and nobody keeps that answer', async address => {
    const { status, headers } = await fetchPicture(server(), address);
    expect([status, headers.get('Cache-Control'), headers.get('ETag')]).toEqual([404, 'no-store', null]);
  });
});

describeOnBoth('Contract 7: what is kept of pictures', server => {
  const later = () => server().advance(25 * 3_600_000);
  const kept = () => readdir(join(server().deps.config.dataDir, 'files/images'), { recursive: true });
  const files = async () => (await kept()).filter(name => /\.\w+$/.test(name));

  it('[G14] [G15] the files of a picture stay in DATA_DIR until it has been unused by records and drafts for a day', async () => {
    const { path, image } = await withImage(server());
    const [other] = await addProducts(server(), { name: 'Капучино' });
    await addImages(server(), `/products/${other?.id}/images`, 'red');
    expect(await files()).toHaveLength(4);
    const send = await server().as('photographer');
    await send('DELETE', `${path}/${image.id}`);
    later();
    await sweepPictures(server().deps);
    expect(await files()).toHaveLength(4);
    await (await server().as('admin'))('DELETE', `/products/${other?.id}`);
    await sweepPictures(server().deps);
    expect(await files()).toHaveLength(4);
    await server().db.delete(changes);
    await sweepPictures(server().deps);
    expect(await files()).toHaveLength(0);
    expect((await fetchPicture(server(), image.addresses.small)).status).toBe(404);
    expect(await server().db.select().from(pictures)).toEqual([]);
  });

  it('[G15] a picture that is being added to a record is not swept before it is linked', async () => {
    const { path, image } = await withImage(server());
    const send = await server().as('photographer');
    await send('DELETE', `${path}/${image.id}`);
    later();
    const [added] = await Promise.all([addImages(server(), path, 'red'), sweepPictures(server().deps)]);
    expect((await fetchPicture(server(), added[0]?.addresses.full ?? '')).status).toBe(200);
  });

  it('[G15] an interrupted upload leaves only an orphan, which is swept', async () => {
    const { path } = await withImage(server());
    const { deps } = server();
    const put = deps.files.put.bind(deps.files);
    // The process dies between the first and the second file.
    const dying = createApp({ ...deps, files: { ...deps.files, put: killedAfter(1, put) } });
    const { access } = await server().signIn('photographer');
    const answer = await senderOf(dying, access)('POST', path, imageForm(['b.png', await pngOf('blue')]));
    expect(answer.status).toBe(500);
    const send = await server().as('photographer');
    expect(imagesIn(await send('GET', path))).toHaveLength(1);
    expect(await files()).toHaveLength(5);
    const again = imagesIn(await send('POST', path, imageForm(['b.png', await pngOf('blue')])));
    expect(again).toHaveLength(2);
    expect((await fetchPicture(server(), again[1]?.addresses.small ?? '')).status).toBe(200);
    await send('DELETE', `${path}/${again[1]?.id}`);
    later();
    await sweepPictures(deps);
    expect(await files()).toHaveLength(8);
    await server().db.delete(changes);
    await sweepPictures(deps);
    expect(await files()).toHaveLength(4);
  });
});

/** Writes so many files and fails from then on. */
const killedAfter = (count: number, put: TestServer['deps']['files']['put']): typeof put => {
  let written = 0;
  return (...args) => {
    written += 1;
    return written > count ? Promise.reject(new Error('killed')) : put(...args);
  };
};

describe('Contract 7: a store of files elsewhere', () => {
  const server = useTestServer();
  const bucket = useFakeBucket();

  it('[G14] pictures are kept in the S3-compatible store, read from it and removed there', async () => {
    const store = createBucketStore(bucket().url);
    await store.check();
    expect([...bucket().objects.keys()]).toEqual([]);
    const deps = { ...server().deps, files: store };
    const [product] = await addProducts(server(), { name: 'Латте' });
    const signedIn = async () => senderOf(createApp(deps), (await server().signIn('photographer')).access);
    const send = await signedIn();
    const path = `/products/${product?.id}/images`;
    const [image] = imagesIn(await send('POST', path, imageForm(['a.jpg', await jpegOf('red')])));
    expect([...bucket().objects.keys()].map(name => name.replace(/[0-9a-f]{64}/, 'key'))).toEqual(
      ['full.jpg', 'large.webp', 'medium.webp', 'small.webp'].map(name =>
        expect.stringMatching(`images/../key/${name}`),
      ),
    );
    const { status, headers } = await send('GET', image?.addresses.full ?? '');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
    await send('DELETE', `${path}/${image?.id}`);
    server().advance(25 * 3_600_000);
    await server().db.delete(changes);
    await sweepPictures(deps);
    expect([...bucket().objects.keys()]).toEqual([]);
    expect((await (await signedIn())('GET', image?.addresses.full ?? '')).status).toBe(404);
    expect(server().faults).toEqual([]);
  });

  it('[G14] [H17] an error of the store does not contain the secret', async () => {
    const store = createBucketStore(bucket().url.replace('secret%2F1', 'another'));
    await expect(store.check()).rejects.toThrow('the store of files answered 403 SignatureDoesNotMatch');
    await expect(store.read('images/x')).rejects.toThrow(/^(?!.*another)/);
  });

  it('[G14] a call that needs the store is a 504 while it does not answer', async () => {
    const { path, image } = await withImage(server());
    const { deps } = server();
    const gone = () => Promise.reject(new StoreUnreachableError('away'));
    const app = createApp({ ...deps, files: { ...deps.files, put: gone, read: gone } });
    const { access } = await server().signIn('photographer');
    const send = senderOf(app, access);
    const away = { status: 504, message: 'Хранилище файлов не отвечает. Повторите через минуту' };
    for (const answer of [
      await send('POST', path, imageForm(['g.png', await pngOf('green')])),
      await send('GET', image.addresses.full),
    ])
      expect(answer).toMatchObject(away);
    expect(imagesIn(await send('GET', path))).toHaveLength(1);
  });

  it('[Z70] a store that does not answer is told apart from one that refuses', async () => {
    const away = createBucketStore('http://key:secret@127.0.0.1:1/bucket');
    await expect(away.read('images/x')).rejects.toThrow(StoreUnreachableError);
    const refusing = createBucketStore(bucket().url.replace('secret%2F1', 'another'));
    await expect(refusing.read('images/x')).rejects.not.toThrow(StoreUnreachableError);
  });
});

describe('§9 A bucket that is slow or breaks off', () => {
  let respond: (response: ServerResponse) => void;
  const bucket = createServer((request, response) => request.resume().on('end', () => respond(response)));
  beforeAll(() => once(bucket.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => bucket.close().closeAllConnections());
  const silence = 2000;
  const open = () => {
    const { port } = bucket.address() as AddressInfo;
    return createBucketStore(`http://key:secret@127.0.0.1:${port}/bucket`, { silence, bytesPerMs: 1 });
  };
  /** Together they take longer than the silence. */
  const PARTS = 7;
  const sendSlowly = async (response: ServerResponse) => {
    for (let part = 0; part < PARTS; part += 1) {
      response.write('part');
      await sleep(silence / 5);
    }
    response.end();
  };
  const readAll = async () => new Response((await open().read('imports/key'))?.body).text();
  const copy = async () => {
    const body = (await open().read('imports/key'))?.body as never;
    await pipeline(Readable.fromWeb(body), createWriteStream('/dev/null'));
  };

  it('[Z70] is read to the end, however long that takes, also by whoever is slow', async () => {
    respond = response => void sendSlowly(response);
    expect(await readAll()).toBe('part'.repeat(PARTS));
    respond = response => void response.end(Buffer.alloc(2 ** 20));
    const file = await open().read('imports/key');
    let bytes = 0;
    for await (const part of file?.body ?? []) {
      if (bytes === 0) await sleep(2 * silence);
      bytes += (part as Uint8Array).length;
    }
    expect(bytes).toBe(2 ** 20);
  });

  it('[Z70] gets longer for more to write', async () => {
    respond = response => void sleep(2 * silence).then(() => response.end());
    await open().put('imports/key', new Uint8Array(4 * silence), 'text/plain');
    await expect(open().put('imports/key', new Uint8Array(1), 'text/plain')).rejects.toThrow(StoreUnreachableError);
  });

  it.each([
    { what: 'that answers nothing', how: () => {} },
    { what: 'that sends nothing more', how: (response: ServerResponse) => void response.write('part') },
    {
      what: 'whose connection breaks',
      how: (response: ServerResponse) => void response.write('part', () => response.destroy()),
    },
  ])('[Z70] $what does not answer: it is not a file that is gone', async ({ how }) => {
    respond = how;
    await expect(readAll()).rejects.toThrow(StoreUnreachableError);
    await expect(copy()).rejects.toThrow(StoreUnreachableError);
    await expect(open().list()[Symbol.asyncIterator]().next()).rejects.toThrow(StoreUnreachableError);
  });
});
