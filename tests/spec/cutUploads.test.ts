import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pictures, runs } from '#server/db/schema.ts';
import { imageForm, pngOf } from '#tests/support/images.ts';
import { formOf, goods, header, IMPORT, runFile } from '#tests/support/importing.ts';
import { addProducts } from '#tests/support/records.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

describeOnEmbedded('§9 An upload whose connection breaks', server => {
  /** Sends half of a form, and breaks the connection once `hasArrived`. */
  const sendHalf = async (path: string, form: FormData, hasArrived: () => Promise<boolean>): Promise<void> => {
    const { access } = await server().signIn('content_manager');
    const encoded = new Response(form);
    const body = Buffer.from(await encoded.arrayBuffer());
    const sent = request(`${await server().listen()}/api${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${access}`,
        'Content-Type': encoded.headers.get('Content-Type') ?? '',
        'Content-Length': body.length,
      },
    });
    const closed = new Promise(resolve => sent.on('close', resolve));
    sent.on('error', () => undefined);
    sent.write(body.subarray(0, body.length / 2));
    await expect.poll(hasArrived).toBe(true);
    sent.destroy();
    await closed;
  };
  const filesIn = (folder: string): Promise<string[]> =>
    readdir(join(server().deps.config.dataDir, folder)).catch(() => []);

  it('[B520] [H131] half a table leaves neither a file nor a run, and the next one is imported', async () => {
    const table = csvOf([header, ...goods(1, 20_000)]);
    await sendHalf(IMPORT, formOf(['table', table]), async () => (await filesIn('imports')).length > 0);
    await expect.poll(() => filesIn('imports')).toEqual([]);
    expect(await server().db.select().from(runs)).toEqual([]);
    expect(server().faults).toEqual([]);
    expect((await runFile(server(), csvOf([header, ...goods(1, 1)]))).status).toBe('finished');
  });

  it('[G15] [H131] half a picture leaves neither a file nor a record of one', async () => {
    const [product] = await addProducts(server(), { name: 'Латте' });
    const [path, form] = [`/products/${product?.id}/images`, imageForm(['a.png', await pngOf('red', 1500, 1500)])];
    await sendHalf(path, form, () => Promise.resolve(true));
    const send = await server().as('photographer');
    expect((await send('GET', path)).result).toMatchObject({ items: [] });
    expect(await server().db.select().from(pictures)).toEqual([]);
    expect(await filesIn('pictures')).toEqual([]);
    expect(server().faults).toEqual([]);
    expect(await send('POST', path, form)).toMatchObject({ status: 200 });
  });
});
