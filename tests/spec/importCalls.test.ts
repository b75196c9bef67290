import { describe, expect, it } from 'vitest';
import { importLimits } from '#contract/limits.ts';
import { runs } from '#server/db/schema.ts';
import { formOf, goods, header, IMPORT, type RunWithLog, runFile } from '#tests/support/importing.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { bookParts, csvOf, zipOf } from '#tests/support/tables.ts';

describeOnBoth('§7 The calls of the import', server => {
  const refusal = async (body: FormData | string, headers?: Record<string, string>) => {
    const { status, code, message } = await (await server().as('content_manager'))('POST', IMPORT, body, headers);
    expect(code).toBe(status);
    expect(await server().db.select().from(runs)).toEqual([]);
    return [status, message];
  };

  it('[V5] [I17] a wrong field name, two files, no file and no form are 400 with a Russian sentence', async () => {
    const table = csvOf([header, ...goods(1, 1)]);
    expect(await refusal(formOf(['file', table]))).toEqual([400, 'Файл пришёл в поле «file», а нужен в поле «table»']);
    expect(await refusal(formOf(['table', table], ['table', table]))).toEqual([
      400,
      'Отправьте один файл: за раз импортируется одна таблица',
    ]);
    expect(await refusal(formOf())).toEqual([400, 'Файл не получен: отправьте таблицу в поле «table»']);
    expect(await refusal('{}', { 'Content-Type': 'application/json' })).toEqual([
      400,
      'Отправьте файл формой (multipart/form-data) в поле «table»',
    ]);
    expect(await refusal('--x\r\nоборвано', { 'Content-Type': 'multipart/form-data; boundary=x' })).toEqual([
      400,
      'Файл получен не полностью, отправьте его ещё раз',
    ]);
  });

  it('[I17] a table of the wrong type, an empty one, one without rows or known columns: 400 with a Russian sentence', async () => {
    const send = (bytes: Uint8Array | string) => refusal(formOf(['table', bytes, 'товары.xlsx']));
    expect(await send(Buffer.from('89504e470d0a1a0a0000', 'hex'))).toEqual([
      400,
      'Это не таблица .xlsx, .ods или .csv: сохраните файл в одном из этих форматов и отправьте снова',
    ]);
    expect(await send('')).toEqual([400, 'Файл пустой: выберите таблицу, в которой есть строки']);
    expect(await send('\n\n;;\n')).toEqual([400, 'Файл пустой: выберите таблицу, в которой есть строки']);
    expect(await send('Артикул;Название\n')).toEqual([
      400,
      'В таблице есть только заголовок: добавьте строки с товарами',
    ]);
    expect(await send('Полка;Ряд\n1;2')).toEqual([
      400,
      'Не нашлось строки, в которой есть известные заголовки: возьмите их из шаблона',
    ]);
    expect(await send('x')).toEqual([
      400,
      'Не нашлось строки, в которой есть известные заголовки: возьмите их из шаблона',
    ]);
    const compound = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    expect(await send(compound)).toEqual([
      400,
      'Книга защищена паролем: снимите пароль в табличной программе и отправьте файл снова',
    ]);
  });

  it('[I14] [I15] [I16] a file above 100 MiB, with too many rows or above 512 MiB unpacked is 413', async () => {
    const rows = importLimits.rows[server().deps.databaseKind];
    expect(await refusal(formOf(['table', Buffer.alloc(importLimits.fileBytes + 1, 'x')]))).toEqual([
      413,
      'Файл больше 100 МБ: разделите таблицу на несколько файлов',
    ]);
    expect(await refusal(formOf(['table', `Артикул\n${'a\n'.repeat(rows + 1)}`]))).toEqual([
      413,
      `В таблице больше ${rows} строк: разделите её на несколько файлов`,
    ]);
    const bomb = zipOf(bookParts('').map(part => ({ ...part, claimed: importLimits.unpackedBytes })));
    expect(await refusal(formOf(['table', bomb]))).toEqual([
      413,
      'Книга в распакованном виде больше 512 МБ: оставьте в ней один лист без картинок или разделите её',
    ]);
  });

  it('[I14] over a real connection the client receives the refusal of a large file, with or without Content-Length', async () => {
    const url = `${await server().listen()}/api${IMPORT}`;
    const headers = { Authorization: `Bearer ${(await server().signIn('content_manager')).access}` };
    const form = new Response(formOf(['table', Buffer.alloc(importLimits.fileBytes + 2 ** 20, 'x')]));
    const type = { 'Content-Type': form.headers.get('Content-Type') ?? '' };
    const body = await form.arrayBuffer();
    const told = await fetch(url, { method: 'POST', headers: { ...headers, ...type }, body });
    expect(told.status).toBe(413);
    const unsaid: RequestInit = { method: 'POST', headers: { ...headers, ...type }, body: new Blob([body]).stream() };
    const untold = await fetch(url, { ...unsaid, duplex: 'half' } as RequestInit);
    expect(untold.status).toBe(413);
    expect(await untold.json()).toMatchObject({ message: 'Файл больше 100 МБ: разделите таблицу на несколько файлов' });
  });

  it('[P8] only users who may import can start, follow, cancel or review imports', async () => {
    const send = await server().as('photographer');
    const run = `${IMPORT}/runs/1`;
    for (const [method, path] of [
      ['GET', IMPORT],
      ['DELETE', IMPORT],
      ['GET', `${IMPORT}/runs`],
      ['GET', run],
      ['GET', `${IMPORT}/template`],
    ] as const) {
      expect((await send(method, path)).status).toBe(403);
    }
    expect((await send('POST', IMPORT, formOf(['table', 'x']))).status).toBe(403);
  });

  it('[I20] past runs are listed, the latest first, and each is read with its log page by page', async () => {
    const first = await runFile(server(), csvOf([header, ...goods(1, 1)]), 'первый.csv');
    const second = await runFile(server(), csvOf([header, ...goods(1, 1500)]), 'второй.csv');
    const send = await server().as('content_manager');
    const { result } = await send('GET', `${IMPORT}/runs?per_page=1`);
    expect(result).toMatchObject({
      total: 2,
      page: 1,
      per_page: 1,
      items: [{ id: second.id, file_name: 'второй.csv' }],
    });
    const page = (await send('GET', `${IMPORT}/runs/${second.id}?after=1&limit=2`)).result as RunWithLog;
    expect([page.log.map(({ seq }) => seq), page.log_total]).toEqual([[2, 3], second.log_total]);
    expect((await send('GET', `${IMPORT}/runs/${first.id + 100}`)).status).toBe(404);
  });
});

describe('§9 Limits of the import', () => {
  it('[I14] [I15] [I16] 100 MiB, 500,000 rows or 100,000 embedded, 512 MiB unpacked', () => {
    expect(importLimits).toEqual({
      fileBytes: 104_857_600,
      rows: { embedded: 100_000, postgres: 500_000 },
      unpackedBytes: 536_870_912,
    });
  });
});
