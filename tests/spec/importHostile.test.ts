import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ImportRun } from '#contract/importing.ts';
import { runs } from '#server/db/schema.ts';
import { formOf, goods, header, IMPORT, nextEvent } from '#tests/support/importing.ts';
import { describeOnEmbedded, type TestServer } from '#tests/support/server.ts';
import { bookParts, csvOf, zipOf } from '#tests/support/tables.ts';

const table = csvOf([header, ...goods(1, 1)]);
const sheet =
  '<row r="1"><c t="str"><v>Артикул</v></c><c t="str"><v>Название</v></c></row>' +
  '<row r="2"><c t="str"><v>A-1</v></c><c t="str"><v>Чай</v></c></row>';

describeOnEmbedded('§9 Files and forms made to do harm', server => {
  const upload = async (form: FormData) => {
    const { access } = await server().signIn('content_manager');
    const url = `${await server().listen()}/api${IMPORT}`;
    const response = await fetch(url, { method: 'POST', headers: { Authorization: `Bearer ${access}` }, body: form });
    return { status: response.status, ...((await response.json()) as { message: string; result?: ImportRun }) };
  };
  it('[B520] [I10] while a hostile workbook is read, other calls are answered', async () => {
    const url = `${await server().listen()}/api/health/live`;
    const strings = `<si><t>${' '.repeat(100 * 2 ** 20)}</t></si>`;
    const form = formOf(['table', zipOf(bookParts(sheet, { strings })), 'товары.xlsx']);
    const startedAt = performance.now();
    const over = new AbortController();
    let [answeredAt, longest] = [startedAt, 0];
    const uploaded = upload(form).finally(() => over.abort());
    while (!over.signal.aborted) {
      expect((await fetch(url)).status).toBe(200);
      longest = Math.max(longest, performance.now() - answeredAt);
      answeredAt = performance.now();
    }
    expect((await uploaded).status).toBeOneOf([400, 413]);
    // Read in the thread that answers, the workbook would take nearly all of the time at once.
    expect(longest / (answeredAt - startedAt)).toBeLessThan(0.5);
  });

  it.each([
    ['that climbs out of its folder', '../../x', 'x'],
    ['with a control character', 'чай\0.csv', 'чай.csv'],
    ['that turns the direction of writing', 'чай\u202evsc.exe', 'чайvsc.exe'],
    ['of 5,000 characters', `${'я'.repeat(5000)}.csv`, `${'я'.repeat(251)}.csv`],
  ])('[B520] a file name %s names nothing on the disk, and is cleaned where it is shown', async (_, name, shown) => {
    const { dataDir } = server().deps.config;
    const before = await readdir(dataDir).catch(() => []);
    expect((await imported(formOf(['table', table, name])))?.file_name).toBe(shown);
    await expect.poll(() => filesOf(server())).toEqual([]);
    expect(await readdir(dataDir)).toEqual([...new Set([...before, 'files', 'imports'])].toSorted());
    await expect.poll(() => readdir(join(dataDir, 'files'), { recursive: true })).toEqual(['imports']);
  });

  it.each(['before', 'after'])('[B520] a form with 100 more fields %s the file is refused', async place => {
    const form = new FormData();
    const more = () => {
      for (let at = 0; at < 100; at += 1) form.append(`field ${at}`, 'x');
    };
    if (place === 'before') more();
    form.append('table', new File([table], 'товары.csv'));
    if (place === 'after') more();
    expect((await upload(form)).status).toBe(400);
    await expect.poll(() => filesOf(server())).toEqual([]);
    expect(await server().db.select().from(runs)).toEqual([]);
  });

  const imported = async (form: FormData): Promise<ImportRun | undefined> => {
    const over = nextEvent(server(), 'IMPORT_READY');
    const { status, result } = await upload(form);
    expect(status).toBe(200);
    await over;
    await server().deps.backgroundTasks.whenSettled();
    return result;
  };
});

/** Uploads that are still on the disk. */
const filesOf = ({ deps }: TestServer): Promise<string[]> => readdir(join(deps.config.dataDir, 'imports'));
