import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createApp } from '#server/http/app.ts';
import { imageForm, imagesIn, pngOf } from '#tests/support/images.ts';
import { formOf, IMPORT } from '#tests/support/importing.ts';
import { recordLog } from '#tests/support/log.ts';
import { addProducts } from '#tests/support/records.ts';
import { describeOnBoth, senderOf, type TestServer } from '#tests/support/server.ts';

const REASON = 'could not extend file: No space left on device';
const RUSSIAN =
  'На диске сервера кончилось место: ничего не сохранено, введённое не потеряно. Попросите администратора освободить место и повторите';
const ENGLISH =
  'The disk of the server is full: nothing was saved, and what you typed is kept. Ask an administrator to free space, then try again';
const refusal = { status: 507, code: 507, message: RUSSIAN };

/** Makes each write to the table fail with the error of PostgreSQL for a full disk. */
const fillDisk = async ({ db }: TestServer, table: string) => {
  await db.execute(
    sql.raw(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception '${REASON}' using errcode = '53100'; end $$`),
  );
  await db.execute(sql.raw(`create trigger fail before insert or update on ${table} execute function fail()`));
  return { empty: () => db.execute(sql`drop function fail cascade`) };
};

describeOnBoth('§8 A server whose disk is full', server => {
  const senderWithLog = async (parts: Partial<TestServer['deps']> = {}) => {
    const { log, entries } = recordLog('error');
    const { access } = await server().signIn('admin');
    const send = senderOf(createApp({ ...server().deps, ...parts, log }), access);
    return { send, logged: () => entries().map(({ message, error }) => ({ message, error })) };
  };
  const line = { message: 'request failed', error: { type: 'string', message: REASON } };

  it('[N502] refuses a save with a 507 that says what to do, saves nothing, and logs the reason', async () => {
    const [product] = await addProducts(server(), { name: 'Квас', sku: 'K-1' });
    const { send, logged } = await senderWithLog();
    const disk = await fillDisk(server(), 'products');
    try {
      expect(await send('PUT', `/products/${product?.id}`, { name: 'Морс' })).toMatchObject(refusal);
      expect(await send('POST', '/products', { name: 'Морс' })).toMatchObject(refusal);
      const english = await send('POST', '/products', { name: 'Морс' }, { 'Accept-Language': 'en' });
      expect(english).toMatchObject({ ...refusal, message: ENGLISH });
    } finally {
      await disk.empty();
    }
    expect(logged()).toEqual([line, line, line]);
    expect((await send('GET', '/products')).result).toMatchObject({ total: 1, items: [{ name: 'Квас' }] });
    expect((await send('PUT', `/products/${product?.id}`, { name: 'Морс' })).status).toBe(200);
  });

  it('[N502] refuses uploads alike, with the reason in the log and no statement', async () => {
    const [product] = await addProducts(server(), { name: 'Квас', sku: 'K-1' });
    const path = `/products/${product?.id}/images`;
    const put = () => Promise.reject(Object.assign(new Error(REASON), { code: 'ENOSPC' }));
    const { send, logged } = await senderWithLog({ files: { ...server().deps.files, put } });
    expect(await send('POST', path, imageForm(['g.png', await pngOf('green')]))).toMatchObject(refusal);
    expect(imagesIn(await send('GET', path))).toEqual([]);
    const disk = await fillDisk(server(), 'runs');
    try {
      const answer = await send('POST', IMPORT, formOf(['table', 'Артикул;Название\nA-1;Квас']));
      expect(answer).toMatchObject({ status: 507, message: expect.stringContaining('файл не принят') as string });
    } finally {
      await disk.empty();
    }
    expect(logged()).toEqual([line, line]);
  });
});
