import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { API_BASE } from '#contract/limits.ts';
import { runs, users } from '#server/db/schema.ts';
import { importRuns } from '#server/imports/importJob.ts';
import { addLanguages, defineAttributes } from '#tests/support/attributes.ts';
import { addProduct, SENDING } from '#tests/support/cafes.ts';
import { eventually } from '#tests/support/eventually.ts';
import { formOf, IMPORT, nextEvent, type RunWithLog, runFileBy } from '#tests/support/importing.ts';
import { addProducts } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, type TestServer } from '#tests/support/server.ts';
import { addShops, SITE } from '#tests/support/synchronization.ts';
import { csvOf } from '#tests/support/tables.ts';

const ENGLISH = { 'Accept-Language': 'en-GB,en;q=0.9,ru;q=0.5' };
const russian = /[а-яё]/i;

const leaves = (tree: object, path: readonly string[] = []): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[[...path, name].join('.'), value] as [string, string]]
      : leaves(value as object, [...path, name]),
  );
const placesIn = (text: string): string[] => [...new Set(text.match(/%\{\w+\}/g))].sort();

const cataloguesIn = (locale: string): string[] =>
  readdirSync(`i18n/${locale}`, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));
const textsOf = async (locale: string, file: string): Promise<[key: string, text: string][]> =>
  leaves(await import(/* @vite-ignore */ resolve('i18n', locale, file)));
/** Of a language a reader knows it by its own name. */
const ownNames = ['session.otherLanguage'];

describe('The catalogues', () => {
  it('[F480] every Russian text has an English twin with the same values, except for what react-admin brings itself', async () => {
    const [files, translated] = [cataloguesIn('ru'), cataloguesIn('en')];
    expect(files.filter(name => !translated.includes(name))).toEqual(['reactAdmin.ts']);
    for (const file of translated) {
      const [russianTexts, english] = [await textsOf('ru', file), new Map(await textsOf('en', file))];
      for (const [key, text] of russianTexts.filter(([name]) => english.has(name) && !ownNames.includes(name))) {
        expect([key, english.get(key)]).toEqual([key, expect.not.stringMatching(russian)]);
        expect([key, placesIn(english.get(key) ?? '')]).toEqual([key, placesIn(text)]);
      }
    }
  });
});

describe('The words of publishing', () => {
  it('[F541] it has one name, and «черновик» is a status alone', async () => {
    const files = cataloguesIn('ru').filter(name => name !== 'reactAdmin.ts');
    const texts = (await Promise.all(files.map(name => textsOf('ru', name)))).flat();
    const saying = (word: RegExp) =>
      [...new Set(texts.flatMap(([, text]) => (word.test(text) ? [text] : [])))].toSorted();
    expect(saying(/синхрониз/i)).toEqual(['Синхронизация']);
    // Servers are started, publications are not.
    expect(saying(/запуск|запустит|^обновлен/i).filter(text => !/сервер|сборк/i.test(text))).toEqual([]);
    expect(saying(/чернов/i)).toEqual(['Черновик', 'Черновики без цены', 'Черновики без штрихкода', 'черновики']);
  });
});

/** Sends in English whatever it is given. */
const inEnglish =
  (send: Awaited<ReturnType<TestServer['as']>>): typeof send =>
  (method, path, body, headers) =>
    send(method, path, body, { ...ENGLISH, ...headers });

describeOnBoth('The language of the server', server => {
  it('[X480] is that of the request: the first known one, and Russian for whoever names none', async () => {
    const send = await server().as('visitor');
    const messageIn = async (headers: Record<string, string>) =>
      (await send('GET', '/products', undefined, headers)).message;
    expect(await messageIn(ENGLISH)).toBe('The session has ended, sign in again');
    const others = ['ru', 'ru-RU,en', '*', 'de,fr', ''].map(language => messageIn({ 'Accept-Language': language }));
    expect(new Set(await Promise.all(others))).toEqual(new Set(['Сеанс закончился, войдите снова']));
    expect(await messageIn({ 'Accept-Language': 'de, en' })).toMatch(/^The session/);
  });

  it('[X480] refusals of every kind, of fields too, and lists of names have no Russian letter in English', async () => {
    await server().createUser('admin');
    const [product] = await addProducts(server(), { name: 'Cheese', sku: 'A-1' });
    const [send, reader, visitor] = await Promise.all(
      (['admin', 'accountant', 'visitor'] as const).map(async role => inEnglish(await server().as(role))),
    );
    if (!send || !reader || !visitor) throw new Error('nobody sends');
    const answers = [
      await send('POST', '/products', { barcode: '12', weight: -1, nothing: 1 }),
      await send('POST', '/products', '{'),
      await send('PUT', `/products/${product}`, { name: '', sku: 'x'.repeat(500), version: 1 }),
      await send('PUT', `/products/${product}`, { name: 'Tea', version: 99 }),
      await send('POST', '/products', { name: 'Tea', sku: 'A-1' }),
      await send('GET', '/products?nothing=1'),
      await send('GET', '/products?page=x'),
      await send('GET', '/products/999999'),
      await send('GET', '/nowhere'),
      await send('PATCH' as 'PUT', '/products'),
      await send('DELETE', IMPORT),
      await send('DELETE', '/products/send-media-to-cafe'),
      await send('POST', IMPORT, formOf(['table', 'nothing', 'a.txt'])),
      await send('POST', IMPORT, formOf(['other', 'a;b', 'a.csv'])),
      await send('POST', `/products/${product}/images`, formOf(['image', 'text', 'a.png'])),
      await send('PUT', '/profile/password', { old_password: 'a', new_password: 'b', new_password_confirmation: 'c' }),
      await reader('POST', '/users', { email: 'a@example.com' }),
      await visitor('POST', '/auth/login', { email: 'a@example.com', password: 'x' }),
      await visitor('POST', '/auth/reset-password', { token: 'x', password: 'a', password_confirmation: 'b' }),
    ];
    expect(answers.filter(({ status }) => status === 200)).toEqual([]);
    for (const { status, message, messages = [], errors = {} } of answers)
      for (const text of [message, ...messages, ...Object.values(errors).flat()])
        expect([status, text]).toEqual([status, expect.not.stringMatching(russian)]);
    for (const path of ['/permissions', '/navigation', '/navigation/settings'])
      expect(JSON.stringify((await send('GET', path)).result)).not.toMatch(russian);
  });

  it('[B480] exports, templates and lists of skipped rows are in English, and an import recognises both languages', async () => {
    await addLanguages(server(), ['en', 'English']);
    await defineAttributes(server(), { code: 'fresh', name: 'Fresh', kind: 'flag', applies_to: 'products' });
    await addShops(server());
    const ru = await server().as('admin');
    const en = inEnglish(ru);
    const made = { name: 'Cheese', sku: 'A-1', status: 'active', attributes: { fresh: true }, price: 12.5 };
    expect((await en('POST', '/products', made)).status).toBe(200);
    const exported = async (headers: Record<string, string>): Promise<string[][]> => {
      const { access } = await server().signIn('admin');
      const answer = await server().app.request(`${API_BASE}/products/export?format=csv`, {
        headers: { Authorization: `Bearer ${access}`, ...headers },
      });
      return parse(Buffer.from(await answer.arrayBuffer()), { delimiter: ';', bom: true }) as string[][];
    };
    const english = await exported(ENGLISH);
    const names = /Сайт|Приложение|Анна|Берёзкина/g;
    expect(JSON.stringify(english).replace(names, '')).not.toMatch(russian);
    expect(english[0]).toContain('Vitrina number');
    expect(english[1]).toContain('Active');
    expect(english[1]).toContain('yes');
    const unchanged = { new: 0, changed: 0, unchanged: 1, faulty: 0 };
    for (const [rows, send] of [
      [english, ru],
      [english, en],
      [await exported({}), en],
    ] as const) {
      const run = await runFileBy(server(), send, csvOf(rows), 'goods.csv');
      // Models are exported only.
      const problems = run.log.filter(({ level, text }) => level !== 'info' && !/Модели|Models/.test(text));
      expect([run.counts, problems]).toEqual([unchanged, []]);
    }
  });

  it('[I480] the log of an import and its messages are in the language of whoever started it, whoever reads or stops it', async () => {
    const ru = await server().as('content_manager');
    const bytes = csvOf([
      ['SKU', 'Name', 'Weight, kg', 'Colour'],
      ['A-1', 'Cheese', 'heavy', 'red'],
      ['A-2', 'Tea', '1', ''],
    ]);
    const ready = nextEvent(server(), 'IMPORT_READY');
    const run = await runFileBy(server(), inEnglish(ru), bytes, 'goods.csv');
    expect((await ready).message).toMatch(/^Import finished: new 1,/);
    const log = (await ru('GET', `${IMPORT}/runs/${run.id}?limit=1000`)).result as RunWithLog;
    expect(log.log.filter(({ text }) => russian.test(text))).toEqual([]);
    expect(log.log).toContainEqual(expect.objectContaining({ row: 2, text: 'Enter a number, for example 1,234.5' }));
    const preview = await inEnglish(ru)('POST', `${IMPORT}/preview`, formOf(['table', bytes, 'goods.csv']));
    expect(JSON.stringify(preview.result)).not.toMatch(russian);
  });

  it('[I480] a run that another server ends has its last line in the language of its starter', async () => {
    const { user } = await server().signIn('content_manager');
    const ids: number[] = [];
    for (const details of [{ file_name: 'a.csv', language: 'en' }, { file_name: 'a.csv' }]) {
      const values = { kind: 'import', user_id: user.id, status: 'processing', details } as const;
      const [run] = await server()
        .db.insert(runs)
        .values({ ...values, started_at: new Date(0), heartbeat_at: new Date(0) })
        .returning();
      if (run) ids.push(run.id);
      await importRuns.failSilent(server().deps);
    }
    const send = await server().as('content_manager');
    const texts = await Promise.all(
      ids.map(async id => ((await send('GET', `${IMPORT}/runs/${id}`)).result as RunWithLog).log.at(-1)?.text),
    );
    expect(texts).toEqual([
      expect.stringMatching(/^Import stopped: the server went down/),
      expect.stringMatching(russian),
    ]);
  });

  it('[I480] so is the log of a publication', async () => {
    await addShops(server());
    await addProducts(server(), { name: 'Cheese', barcode: null });
    const send = await server().as('admin');
    const { result } = await inEnglish(send)('POST', '/synchronization', { project_ids: [SITE] });
    const read = async () =>
      (await send('GET', `/synchronization/${(result as { id: number }).id}?limit=100`)).result as RunWithLog;
    await eventually(async () => expect((await read()).status).toBe('finished'));
    const { log } = await read();
    expect(log.length).toBeGreaterThan(2);
    expect(log.map(({ text }) => text.replaceAll('Сайт', '')).filter(text => russian.test(text))).toEqual([]);
  });

  it('[I480] and that of a sending', async () => {
    const send = await server().as('admin');
    const cafe = recordIn(await send('POST', '/cafe', { name: 'Corner', kind: 'folder', folder: 'corner' }));
    const ids = [await addProduct(server(), 'Cheese', 'a'), await addProduct(server(), 'Tea')];
    const over = nextEvent(server(), 'SENDMEDIA_READY');
    const { result } = await inEnglish(send)('POST', SENDING, { product_ids: ids, cafe_ids: [cafe.id] });
    expect((await over).message).toMatch(/^Media sent/);
    const { id } = result as { id: number };
    const { log } = (await send('GET', `${SENDING}/runs/${id}?limit=100`)).result as RunWithLog;
    expect(log.length).toBeGreaterThan(2);
    expect(log.filter(({ text }) => russian.test(text))).toEqual([]);
  });

  it('[S480] a mail is in the language of its recipient: of their last visit, else of the request', async () => {
    const anna = await server().createUser('photographer', { email: 'anna@example.com' });
    const visitor = await server().as('visitor');
    const subjects = async () => {
      await server().deps.backgroundTasks.whenSettled();
      return server()
        .mails.splice(0)
        .map(({ subject }) => subject);
    };
    const restore = (headers: Record<string, string>) =>
      visitor('POST', '/auth/restore', { email: anna.email }, headers);
    await restore(ENGLISH);
    expect(await subjects()).toEqual(['A new password for Vitrina']);
    await server().db.update(users).set({ language: 'ru' }).where(eq(users.id, anna.id));
    server().advance(3_600_000);
    await restore(ENGLISH);
    expect(await subjects()).toEqual(['Новый пароль для Витрины']);
    await server().db.update(users).set({ language: 'en' }).where(eq(users.id, anna.id));
    const admin = await server().as('admin');
    await admin('PUT', `/users/${anna.id}`, { email: 'new@example.com', version: anna.version });
    await server().deps.backgroundTasks.whenSettled();
    const [mail] = server().mails;
    expect([mail?.to, mail?.subject, mail?.text.replace('Анна Берёзкина', '')]).toEqual([
      'anna@example.com',
      'The e-mail address of your Vitrina account has changed',
      expect.not.stringMatching(russian),
    ]);
  });

  it('[S480] signing in and refreshing keep the language of the screens', async () => {
    const anna = await server().createUser('photographer', { email: 'anna@example.com' });
    const kept = async () =>
      (await server().db.select({ language: users.language }).from(users).where(eq(users.id, anna.id)))[0]?.language;
    const visitor = await server().as('visitor');
    const credentials = { email: anna.email, password: 'demo-demo' };
    const signedIn = await visitor('POST', '/auth/login', credentials, ENGLISH);
    expect(await kept()).toBe('en');
    const { token } = (signedIn.result as { refreshToken: { token: string } }).refreshToken;
    await visitor('POST', '/auth/token/refresh', { refresh_token: token }, { 'Accept-Language': 'ru' });
    expect(await kept()).toBe('ru');
  });
});
