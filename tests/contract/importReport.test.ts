import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { text } from '#contract/kinds.ts';
import { API_BASE } from '#contract/limits.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import { changes, importOutcomes, rolePermissions } from '#server/db/schema.ts';
import { toReportStream } from '#server/table/exportFile.ts';
import { openTable } from '#server/table/openTable.ts';
import type { Cell } from '#server/table/row.ts';
import { addBrand, formOf, IMPORT, runFile } from '#tests/support/importing.ts';
import { PREPARED, preparedCalls } from '#tests/support/preparing.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf, fileOf } from '#tests/support/tables.ts';

const reportPath = (id: number) => `${IMPORT}/runs/${id}/report`;

/** The cells of both sheets of a workbook. */
const sheetsOf = async (bytes: Uint8Array) => {
  const table = await openTable(fileOf(bytes), cells => cells.length);
  const read = async (name: string): Promise<Cell[][]> => {
    const rows: Cell[][] = [];
    for await (const group of table.onSheet(name).rows()) rows.push(...group.map(({ cells }) => [...cells] as Cell[]));
    return rows;
  };
  const [summary = '', rows = ''] = table.sheets;
  return { summary: await read(summary), rows: await read(rows) };
};

describeOnBoth('§4 The report of an import', server => {
  const begin = async () => {
    await addBrand(server(), 'Росток');
    await addBrand(server(), 'Ива');
    const admin = await server().as('admin');
    const make = async (body: object) => recordIn(await admin('POST', '/products', body));
    await make({ name: 'Квас', sku: 'P-1', brand_id: 1, price: 50 });
    await make({ name: 'Морс', sku: 'P-2', brand_id: 1 });
    return runFile(
      server(),
      csvOf([
        ['Артикул', 'Название', 'Бренд', 'Цена, RUB'],
        ['P-1', 'Квас', 'Ива', '60,5'],
        ['P-9', 'Новый', '', 'дорого'],
        ['P-2', 'Морс', 'Росток', ''],
        ['P-3', 'Тан', '', '7'],
      ]),
    );
  };
  const download = async (id: number, language = 'ru') => {
    const { access } = await server().signIn('content_manager');
    return server().app.request(`${API_BASE}${reportPath(id)}`, {
      headers: { Authorization: `Bearer ${access}`, 'Accept-Language': language },
    });
  };
  const sheets = async (id: number, language?: string) =>
    sheetsOf(new Uint8Array(await (await download(id, language)).arrayBuffer()));

  it('[I876] has a summary and each row with its product, outcome, changes and faults', async () => {
    const run = await begin();
    const { summary, rows } = await sheets(run.id);
    expect(summary.slice(0, 3)).toMatchObject([
      ['Отчёт об импорте'],
      ['Файл', 'товары.csv'],
      ['Кто импортировал', run.user.name],
    ]);
    expect(summary).toEqual(
      expect.arrayContaining([
        ['Состояние', 'завершён'],
        ['Новых', 1],
        ['Изменено', 1],
        ['Без изменений', 1],
        ['С ошибками', 1],
      ]),
    );
    expect(rows).toMatchObject([
      ['Строка файла', expect.any(String), 'Товар', 'Итог', 'Что изменилось', 'Ошибки'],
      [2, expect.stringMatching(/^1-[a-z]{4}$/), 'Квас', 'изменён', 'Бренд: Росток → Ива\nЦена, RUB: 50 → 60,5'],
      [3, undefined, undefined, 'ошибка', undefined, 'Цена, RUB: Нужно число, например 1 234,5'],
      [4, expect.stringMatching(/^2-[a-z]{4}$/), 'Морс', 'без изменений'],
      [5, expect.stringMatching(/^3-[a-z]{4}$/), 'Тан', 'новый'],
    ]);
  });

  it('[I877] is in the language of the request, without the changes of fields that are closed, for who may see the log', async () => {
    const { id } = await begin();
    const english = await sheets(id, 'en');
    expect(english.summary).toEqual(expect.arrayContaining([['Import report'], ['State', 'finished']]));
    expect(english.rows[0]?.slice(2, 4)).toEqual(['Product', 'Outcome']);
    await server().db.delete(rolePermissions).where(eq(rolePermissions.slug, 'product.show-prices'));
    expect((await sheets(id)).rows[1]?.[4]).toBe('Бренд: Росток → Ива');
    expect((await download(0)).status).toBe(404);
    await server().db.delete(rolePermissions).where(eq(rolePermissions.slug, 'product-list.import-file'));
    expect((await download(id)).status).toBe(403);
  });

  it('[I876] [I877] names a change that was changed again as the run made it, and a run whose rows were not kept says so', async () => {
    const { id } = await begin();
    const send = await server().as('content_manager');
    expect((await send('PUT', '/products/1', { price: 61, brand_id: 1 })).status).toBe(200);
    expect((await sheets(id)).rows[1]?.[4]).toBe('Бренд: Росток → Ива\nЦена, RUB: 50 → 60,5');
    await server().db.delete(changes);
    expect((await sheets(id)).rows[1]?.[4]).toBe('в истории не видно: правка уже удалена или к полю нет доступа');
    await server().db.delete(importOutcomes);
    const { summary, rows } = await sheets(id);
    expect(summary.at(-1)).toEqual([expect.stringMatching(/^Строки этого импорта не хранятся/)]);
    expect(rows.slice(1)).toMatchObject([[3, undefined, undefined, 'ошибка', undefined, expect.any(String)]]);
  });

  it('[I879] a table is read by the profile that was asked for, whatever its headings', async () => {
    const { keep, counted } = preparedCalls(server);
    await server().as('admin');
    const send = await server().as('content_manager');
    const first = await keep(send, 'Арт;Имя\nP-1;Квас');
    const { result } = await send('POST', `${PREPARED}/${first.id}/profile`, { name: 'Ромашка' });
    const { profile } = result as PreparedImport;
    const more = formOf(['table', 'Арт;Имя;Прочее\nP-1;Квас;1']);
    const own = (await send('POST', PREPARED, more)).result as PreparedImport;
    expect(own.profile).toBeNull();
    const asked = await send('POST', `${PREPARED}?profile=${profile?.id}`, more);
    expect((asked.result as PreparedImport).profile).toEqual(profile);
    const other = await send('POST', `${PREPARED}?profile=${profile?.id}`, formOf(['table', 'Штрихкод;Цена\n1;2']));
    const kept = await counted(send, (other.result as PreparedImport).id);
    expect(kept.refusal).toContain('В таблице нет столбца');
    expect((await send('POST', `${PREPARED}?profile=0`, more)).status).toBe(400);
    expect((await send('POST', `${PREPARED}?profile=999`, more)).status).toBe(404);
  });
});

describe('§4 The report of an import of 100,000 rows', () => {
  it('[I878] takes rows only as fast as they are downloaded, and has all of them', async () => {
    const [groups, size] = [100, 1000];
    let given = 0;
    async function* parts() {
      for (; given < groups; given += 1) {
        await Promise.resolve();
        yield Array.from({ length: size }, (_, at) => [String(given * size + at), `${Math.random()} ${Math.random()}`]);
      }
    }
    const stream = toReportStream({
      title: 'Отчёт',
      summary: [['Отчёт'], ['Файл', 'товары.csv']],
      rowCount: groups * size,
      columns: ['Строка', 'Товар'].map(header => ({ header, field: text() })),
      groups: parts(),
    });
    const reader = stream.getReader();
    const pieces: Uint8Array[] = [];
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      pieces.push(read.value);
      await new Promise(resolve => setTimeout(resolve, 0));
      if (pieces.length === 20) expect(given).toBeLessThan(groups / 2);
    }
    const { summary, rows } = await sheetsOf(Buffer.concat(pieces));
    expect(summary).toEqual([['Отчёт'], ['Файл', 'товары.csv']]);
    expect(rows.length).toBe(groups * size + 1);
    expect(rows.at(-1)?.[0]).toBe('99999');
  });
});
