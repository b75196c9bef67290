import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ImportMapping } from '#contract/importMapping.ts';
import { executeCommand } from '#server/commands/control.ts';
import { attributes, importSources, matrices, pictures, productImages, products, runs } from '#server/db/schema.ts';
import { createBucketStore } from '#server/files/s3.ts';
import type { FileStore } from '#server/files/store.ts';
import { createPictureKey, getPictureFilePath, storePicture } from '#server/media/images/pictureStore.ts';
import { renderUpload } from '#server/media/images/render.ts';
import { useFakeBucket } from '#tests/support/bucket.ts';
import { describeOnBoth, type TestServer, useTestServer } from '#tests/support/server.ts';
import { NEVER_SILENT } from '#tests/support/silentRuns.ts';

interface Report {
  tables: Record<string, number>;
  files: { count: number; bytes: number };
  findings: { kind: string; subject: string; count: number; examples: string[]; repairable: boolean }[];
  repaired: { kind: string }[];
}

const examine = async ({ deps }: TestServer, repair = false) => {
  const { result, exitCode } = await executeCommand(deps, 'doctor', { repair });
  return { ...(result as Report), exitCode };
};

const TWO_DAYS_MS = 48 * 3_600_000;

const render = async () => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c0392b' } })
    .jpeg()
    .toBuffer();
  return renderUpload(() => Promise.resolve(bytes));
};

/** A product with a picture, stored two days ago. */
const addPicture = async (server: TestServer, name: string) => {
  const { db, deps } = server;
  const key = createPictureKey(name);
  server.advance(-TWO_DAYS_MS);
  await storePicture(deps, key, await render());
  server.advance(TWO_DAYS_MS);
  const picture = `/pictures/${key}/small.webp`;
  const [product] = await db.insert(products).values({ name, picture }).returning({ id: products.id });
  const record_id = product?.id ?? 0;
  await db
    .insert(productImages)
    .values({ record_id, key, position: 1, is_main: true, alt: {}, file_name: 'a.jpg', created_at: new Date() });
  return { key, productId: record_id, path: (file: string) => getPictureFilePath(key, file) };
};

const age = ({ deps }: TestServer, name: string): void => {
  const old = new Date(Date.now() - TWO_DAYS_MS);
  utimesSync(join(deps.config.dataDir, 'files', name), old, old);
};

describeOnBoth('The doctor', server => {
  it('[Z11] finds nothing in a healthy installation, and counts its rows and files', async () => {
    await addPicture(server(), 'Чай');
    const report = await examine(server(), true);
    expect(report).toMatchObject({ exitCode: 0, findings: [], repaired: [], files: { count: 4 } });
    expect(report.tables).toMatchObject({ products: 1, product_images: 1, pictures: 1, models: 0 });
  });

  it('[Z11] finds links to what does not exist, and repairs them as their constraints would', async () => {
    const { db } = server();
    const { productId } = await addPicture(server(), 'Чай');
    await db.transaction(async tx => {
      await tx.execute(sql`set local session_replication_role = 'replica'`);
      await tx.execute(sql`insert into product_categories (product_id, category_id) values (${productId}, 777)`);
      await tx.execute(sql`update products set brand_id = 778`);
      await tx.execute(sql`insert into product_images (record_id, key, position, is_main, alt, file_name, created_at)
        values (${productId}, 'lost', 2, false, '{}', 'b.jpg', now())`);
    });
    const found = await examine(server());
    expect(found.exitCode).toBe(3);
    expect(found.findings).toMatchObject([
      { kind: 'link', subject: expect.stringContaining('product_categories.category_id'), examples: ['777'] },
      { kind: 'link', subject: expect.stringContaining('product_images.key'), examples: ['lost'], repairable: false },
      { kind: 'link', subject: expect.stringContaining('products.brand_id'), examples: ['778'] },
    ]);
    expect((await examine(server())).findings).toHaveLength(3);
    const repaired = await examine(server(), true);
    expect(repaired.repaired).toHaveLength(2);
    expect(repaired).toMatchObject({
      exitCode: 3,
      findings: [{ subject: expect.stringContaining('product_images.key') }],
    });
    expect(await db.select({ brand: products.brand_id }).from(products)).toEqual([{ brand: null }]);
  });

  it('[Z11] finds and repairs attributes that do not exist, wrong counts and wrong main pictures', async () => {
    const { db } = server();
    const { productId, key } = await addPicture(server(), 'Чай');
    await db.insert(attributes).values({ name: 'Вес', code: 'net', order: 1 });
    await db.update(products).set({ attributes: { net: '1', gone: '2' }, picture: '/pictures/other/small.webp' });
    const [matrix] = await db.insert(matrices).values({ name: 'Сеть', products_count: 5 }).returning();
    const found = await examine(server());
    expect(found.findings).toMatchObject([
      { kind: 'attribute', examples: [`${productId} Чай`] },
      { kind: 'mainPicture', examples: [`${productId} Чай`] },
      { kind: 'matrixCount', examples: [`${matrix?.id} Сеть`] },
    ]);
    expect(await examine(server(), true)).toMatchObject({ exitCode: 0, findings: [] });
    const [product] = await db.select().from(products);
    expect(product).toMatchObject({ attributes: { net: '1' }, picture: `/pictures/${key}/small.webp` });
    expect(await db.select({ count: matrices.products_count }).from(matrices)).toEqual([{ count: 0 }]);
  });

  it('[Z11] finds files without rows, but not young ones, and removes them', async () => {
    const { deps } = server();
    const { path } = await addPicture(server(), 'Чай');
    const orphans = [getPictureFilePath('f'.repeat(64), 'full.jpg'), 'imports/gone', path('huge.webp')];
    for (const name of orphans) {
      await deps.files.put(name, new Uint8Array(1), 'image/webp');
      age(server(), name);
    }
    await deps.files.put('imports/young', new Uint8Array(1), 'application/octet-stream');
    const found = await examine(server());
    expect(found.findings).toMatchObject([{ kind: 'fileWithoutRow', count: 3 }]);
    expect(found.findings[0]?.examples.toSorted()).toEqual(orphans.toSorted());
    expect(await examine(server(), true)).toMatchObject({ exitCode: 0, findings: [], files: { count: 5 } });
    expect(await deps.files.read('imports/young')).not.toBeNull();
    expect(await deps.files.read('imports/gone')).toBeNull();
  });

  it('[Z11] finds rows without files: thumbnails are made again, unused rows go, the rest is named', async () => {
    const { db, deps } = server();
    const [small, lost, unused] = [
      await addPicture(server(), 'Чай'),
      await addPicture(server(), 'Кофе'),
      await addPicture(server(), 'Сок'),
    ];
    await deps.files.remove([small.path('small.webp')]);
    await deps.files.remove([lost.path('full.jpg')]);
    await deps.files.remove(['full.jpg', 'small.webp', 'medium.webp', 'large.webp'].map(unused.path));
    await db.delete(products).where(eq(products.id, unused.productId));
    const found = await examine(server());
    expect(found.findings).toMatchObject([
      { kind: 'thumbnailWithoutFile', examples: [small.key], repairable: true },
      { kind: 'unusedRowWithoutFile', examples: [unused.key], repairable: true },
      { kind: 'rowWithoutFile', examples: [`products ${lost.productId} Кофе`], repairable: false },
    ]);
    const repaired = await examine(server(), true);
    expect(repaired).toMatchObject({ exitCode: 3, findings: [{ kind: 'rowWithoutFile' }] });
    expect(await deps.files.read(small.path('small.webp'))).not.toBeNull();
    expect(await db.select({ key: pictures.key }).from(pictures).where(eq(pictures.key, unused.key))).toEqual([]);
  });
});

describeOnBoth('The doctor beside a working server', server => {
  const withFiles = (files: Partial<FileStore>) => {
    const { deps } = server();
    return { ...server(), deps: { ...deps, files: { ...deps.files, ...files } } };
  };
  /** The files of a picture whose row is gone. */
  const leaveOrphans = async () => {
    const { db, deps } = server();
    const key = createPictureKey('Чай');
    const image = await render();
    await storePicture(deps, key, image);
    await db.delete(pictures);
    for (const { name } of image.files) age(server(), getPictureFilePath(key, name));
    return { key, count: image.files.length, upload: () => storePicture(deps, key, image) };
  };

  it('[Z72] keeps the files of a picture that is uploaded again after they were listed', async () => {
    const { files } = server().deps;
    const { count, upload } = await leaveOrphans();
    expect((await examine(server())).findings).toMatchObject([{ kind: 'fileWithoutRow', count }]);
    const list = async function* () {
      yield* files.list();
      await upload();
    };
    const report = await examine(withFiles({ list }), true);
    expect(report).toMatchObject({ exitCode: 0, findings: [], repaired: [], files: { count } });
    expect(await examine(server(), true)).toMatchObject({ exitCode: 0, files: { count } });
  });

  it('[Z72] lets an upload of the same picture wait while it removes the files', async () => {
    const { db, deps } = server();
    const { count, upload } = await leaveOrphans();
    let uploading = Promise.resolve();
    const remove: FileStore['remove'] = async names => {
      uploading = upload();
      await setTimeout(500);
      await deps.files.remove(names);
    };
    await examine(withFiles({ remove }), true);
    await uploading;
    expect(await db.$count(pictures)).toBe(1);
    expect(await examine(server())).toMatchObject({ exitCode: 0, findings: [], files: { count } });
  });

  it('[Z72] does not miss the table of an import that ends meanwhile, but that of one in progress', async () => {
    const { db } = server();
    const { user } = await server().signIn('admin');
    const [run] = await db
      .insert(runs)
      .values({
        kind: 'import',
        status: 'processing',
        user_id: user.id,
        started_at: new Date(),
        heartbeat_at: NEVER_SILENT,
      })
      .returning({ id: runs.id });
    await db.insert(importSources).values({ run_id: run?.id ?? 0, key: 'table', mapping: {} as ImportMapping });
    const lost = [{ kind: 'rowWithoutFile', subject: 'imports', examples: ['imports/table'] }];
    expect((await examine(server())).findings).toMatchObject(lost);
    const { files } = server().deps;
    const list = async function* () {
      await db.update(runs).set({ status: 'finished' });
      yield* files.list();
    };
    expect(await examine(withFiles({ list }))).toMatchObject({ exitCode: 0, findings: [] });
  });
});

describe('The doctor and a bucket', () => {
  const server = useTestServer();
  const bucket = useFakeBucket();

  it('[Z11] compares all pages of a bucket', async () => {
    const files = createBucketStore(bucket().url);
    const withBucket = { ...server(), deps: { ...server().deps, files } };
    const { path } = await addPicture(withBucket, 'Чай');
    expect(await examine(withBucket)).toMatchObject({ exitCode: 0, files: { count: 4 } });
    await files.put('imports/gone', new Uint8Array(1), 'application/octet-stream');
    await files.remove([path('medium.webp')]);
    expect((await examine(withBucket)).findings).toMatchObject([
      { kind: 'fileWithoutRow', examples: ['imports/gone'] },
      { kind: 'thumbnailWithoutFile' },
    ]);
    expect(await examine(withBucket, true)).toMatchObject({ exitCode: 0, findings: [] });
  });
});
