import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { addCafe, addImage, addProduct, SENDING, sendMedia } from '#tests/support/cafes.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';

describeOnEmbedded('Folders of cafes that are not there', server => {
  let root = '';
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'vitrina-mount-'));
    server().deps.config.cafesDir = root;
  });

  const given = async () => {
    const { cafe } = await addCafe(server(), { kind: 'folder', folder: 'kirova', address: null });
    const id = await addProduct(server(), 'Латте', 'a');
    return { ids: [id], cafes: [cafe] };
  };

  it('[M641] a CAFES_DIR that is not there is not created, and the forecast says so', async () => {
    const wanted = await given();
    await rm(root, { recursive: true });
    const reason = 'Папки для кафе на сервере нет: попросите администратора подключить её';
    const send = await server().as('content_manager');
    const choice = { product_ids: wanted.ids, cafe_ids: wanted.cafes.map(({ id }) => id) };
    expect((await send('POST', `${SENDING}/preview`, choice)).result).toMatchObject({ cafes: [{ reason }] });
    expect((await sendMedia(server(), wanted)).cafes).toMatchObject([{ status: 'failed', sent: 0, reason }]);
    await expect(readdir(root)).rejects.toThrow('ENOENT');
  });

  it('[M641] an empty mount point does not count as delivered, until its disk is back or everything is sent anew', async () => {
    const wanted = await given();
    const folder = join(root, 'kirova');
    expect((await sendMedia(server(), wanted)).counts).toEqual({ sent: 2, unchanged: 0, failed: 0 });
    await rename(folder, `${folder}-disk`);
    const reason = 'Папка кафе пуста или не подключена: проверьте её или отправьте всё заново';
    expect((await sendMedia(server(), wanted)).cafes).toMatchObject([{ status: 'failed', sent: 0, reason }]);
    await mkdir(folder);
    expect((await sendMedia(server(), wanted)).cafes).toMatchObject([{ status: 'failed', sent: 0, reason }]);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
    await rename(`${folder}-disk`, folder);
    expect((await sendMedia(server(), wanted)).counts).toEqual({ sent: 0, unchanged: 2, failed: 0 });
    await rm(folder, { recursive: true });
    expect((await sendMedia(server(), { ...wanted, anew: true })).counts).toEqual({ sent: 2, unchanged: 0, failed: 0 });
  });

  it('[M641] [M6] a folder that was replaced gets everything although sending it anew did not succeed', async () => {
    const wanted = await given();
    await sendMedia(server(), wanted);
    await rm(root, { recursive: true });
    expect((await sendMedia(server(), { ...wanted, anew: true })).cafes).toMatchObject([{ status: 'failed' }]);
    await mkdir(root);
    expect((await sendMedia(server(), wanted)).counts).toEqual({ sent: 2, unchanged: 0, failed: 0 });
  });

  it('[M641] a folder delivered to by an earlier version, and one whose reader takes the files away, get what is new', async () => {
    const wanted = await given();
    const folder = join(root, 'kirova');
    await sendMedia(server(), wanted);
    await rm(join(folder, '.vitrina'));
    const [id = 0] = wanted.ids;
    await addImage(server(), id, 'b');
    expect((await sendMedia(server(), wanted)).counts).toEqual({ sent: 2, unchanged: 1, failed: 0 });
    await rm(join(folder, String(id)), { recursive: true });
    await addImage(server(), id, 'c');
    expect((await sendMedia(server(), wanted)).counts).toEqual({ sent: 2, unchanged: 2, failed: 0 });
  });
});
