import { expect, it } from 'vitest';
import type { CorrectionsPage, ImportProfile } from '#contract/preparing.ts';
import { IMPORT } from '#tests/support/importing.ts';
import { PREPARED, preparedCalls, type Send } from '#tests/support/preparing.ts';
import { describeOnBoth } from '#tests/support/server.ts';

const MINUTE = 60_000;
const PROFILES = `${IMPORT}/profiles`;

describeOnBoth('§7 The choices of an upload', server => {
  const { begin, keep, counted, rowsOf, change, start } = preparedCalls(server);
  const correctionsOf = async (send: Send, id: number, query = ''): Promise<CorrectionsPage> =>
    (await send('GET', `${PREPARED}/${id}/corrections${query}`)).result as CorrectionsPage;
  const remember = (send: Send, id: number, body: object) => send('POST', `${PREPARED}/${id}/profile`, body);

  it('[I800] a change of nothing checks the table anew and keeps the rows left out, whose number is known', async () => {
    const send = await begin();
    const { id, revision } = await keep(send);
    await change(send, id, { leave_out: [2, 3, 4, 5, 6, 7] });
    expect(await counted(send, id)).toMatchObject({ left_out: 6, refusal: expect.any(String) });
    expect(await change(send, id, {})).toMatchObject({ left_out: 6, revision: revision + 2 });
    expect(await counted(send, id)).toMatchObject({ left_out: 6, refusal: expect.any(String) });
    expect(await change(send, id, { take_back: true })).toMatchObject({ left_out: 0 });
    expect(await counted(send, id)).toMatchObject({ rows: 6, refusal: null });
  });

  it('[I801] corrections are listed and taken back: one cell, all alike, and all of them', async () => {
    const send = await begin();
    const { id } = await keep(send);
    const cells = [
      { row: 2, field: 'name', text: 'Квас тёмный' },
      { row: 2, field: 'price', text: '55' },
      { row: 4, field: 'weight', text: null },
    ];
    const alike = [{ field: 'weight', was: 'много', text: '2' }];
    expect(await change(send, id, { cells, alike })).toMatchObject({ corrections_count: 4 });
    expect(await correctionsOf(send, id)).toEqual({
      total: 4,
      items: [
        { row: null, field: 'weight', label: 'Вес, кг', was: 'много', text: '2' },
        { row: 2, field: 'name', label: 'Название', was: null, text: 'Квас тёмный' },
        { row: 2, field: 'price', label: 'Цена, RUB', was: null, text: '55' },
        { row: 4, field: 'weight', label: 'Вес, кг', was: null, text: null },
      ],
    });
    expect((await correctionsOf(send, id, '?offset=3&limit=1')).items).toMatchObject([{ row: 4 }]);
    expect((await counted(send, id)).counts).toMatchObject({ new: 3, faulty: 0 });
    await change(send, id, { remove_corrections: { cells: [{ row: 2, field: 'name' }], alike: [] } });
    expect(await counted(send, id)).toMatchObject({ corrections_count: 3 });
    expect((await rowsOf(send, id)).items[0]?.cells.slice(1)).toEqual([
      { text: 'Квас светлый', before: 'Квас' },
      { text: 'Росток' },
      { text: '0,5' },
      { text: '55', before: '50', isCorrected: true },
    ]);
    await change(send, id, { remove_corrections: { cells: [], alike: [{ field: 'weight', was: 'много' }] } });
    expect(await counted(send, id)).toMatchObject({ corrections_count: 2, counts: { new: 1, faulty: 2 } });
    await change(send, id, { remove_corrections: true });
    expect(await counted(send, id)).toMatchObject({ corrections_count: 0 });
    expect((await rowsOf(send, id, '?outcome=changed')).items[0]?.cells[4]).toEqual({ text: '100', before: '50' });
    expect(await correctionsOf(send, id)).toEqual({ total: 0, items: [] });
    const stranger = await server().as('admin');
    expect((await stranger('GET', `${PREPARED}/${id}/corrections`)).status).toBe(404);
  });

  it('[I803] a profile of somebody else is replaced only by its version, which the refusal shows', async () => {
    const send = await begin();
    const first = await keep(send, 'Артикул;Название\nP-7;Сок');
    expect((await remember(send, first.id, { name: 'Ромашка' })).status).toBe(200);
    expect((await remember(send, first.id, { name: 'Ромашка' })).status).toBe(200);

    const other = await server().as('admin');
    const another = await keep(other, 'Артикул;Цена, RUB\nP-7;10');
    const refused = await remember(other, another.id, { name: 'ромашка' });
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('«Ромашка» уже запомнили') });
    const taken = refused.result as ImportProfile;
    expect(taken).toMatchObject({ name: 'Ромашка', updated_by: 'Анна Берёзкина', updated_at: expect.any(String) });
    const [kept] = (await send('GET', PROFILES)).result as ImportProfile[];
    expect(kept).toEqual({ ...(taken as ImportProfile), schedule: null });
    expect((await remember(other, another.id, { name: 'Ромашка', version: taken.version })).status).toBe(200);
    const outdated = await remember(send, first.id, { name: 'Ромашка' });
    expect(outdated.status).toBe(409);
    expect((outdated.result as ImportProfile).version).toBeGreaterThan(taken.version);
    expect((await remember(send, first.id, { name: 'Ромашка', version: taken.version })).status).toBe(409);
  });

  it('[I804] a profile has a version, by which an outdated change is refused with what the profile is now', async () => {
    const send = await begin();
    server().freeze();
    const { id } = await keep(send, 'Артикул;Название\nP-7;Сок');
    await remember(send, id, { name: 'Ромашка' });
    const [profile] = (await send('GET', PROFILES)).result as ImportProfile[];
    const path = `${PROFILES}/${profile?.id}`;
    const version = profile?.version;
    const { result } = await send('PUT', path, { name: 'Ромашка', version });
    expect({ ...(result as ImportProfile), schedule: null }).toEqual(profile);
    const changed = (await send('PUT', path, { name: 'Василёк', version })).result as ImportProfile;
    expect(changed.version).toBeGreaterThan(Number(version));
    expect(await send('PUT', path, { name: 'Лютик', version })).toMatchObject({
      status: 409,
      message: expect.stringContaining('«Василёк» изменили'),
      result: changed,
    });
    expect((await send('PUT', path, { name: 'Лютик' })).result).toMatchObject({ name: 'Лютик' });
    expect((await send('PUT', `${PROFILES}/0`, { name: 'Лютик' })).status).toBe(404);
  });

  it('[I805] a start is refused when the choices have changed since they were seen, with what they are now', async () => {
    const send = await begin();
    const { id, revision } = await keep(send);
    await counted(send, id);
    await change(send, id, { leave_out: [2] });
    const startAt = (seen: number) => send('POST', `${PREPARED}/${id}/start?revision=${seen}`);
    expect(await startAt(revision)).toMatchObject({
      status: 409,
      messages: [expect.stringContaining('В другом окне выбор изменили')],
      result: { revision: revision + 1, left_out: 1 },
    });
    expect((await send('GET', `${IMPORT}/runs`)).result).toMatchObject({ total: 0 });
    expect((await startAt(revision + 1)).status).toBe(200);
    await server().deps.backgroundTasks.whenSettled();
  });

  it('[I806] a preview says when it was compared with the products, and anew after each check', async () => {
    const send = await begin();
    server().freeze();
    const { id } = await keep(send);
    const first = await counted(send, id);
    expect(first).toMatchObject({ checked_at: expect.any(String), checked_ago: 0, counts: { new: 1 } });
    await (await server().as('admin'))('POST', '/products', { name: 'Айран', sku: 'P-3', brand_id: 1, weight: 0.25 });
    server().advance(5 * MINUTE);
    const later = await counted(send, id);
    expect(later).toMatchObject({ checked_at: first.checked_at, checked_ago: 300, counts: { new: 1 } });
    await change(send, id, {});
    const again = await counted(send, id);
    expect(again).toMatchObject({ checked_ago: 0, counts: { new: 0, unchanged: 2 } });
    expect(Date.parse(String(again.checked_at)) - Date.parse(String(first.checked_at))).toBe(5 * MINUTE);
  });

  it('[I742] a start without a revision imports what is chosen', async () => {
    const send = await begin();
    const { id } = await keep(send);
    expect((await start(send, id)).counts).toMatchObject({ new: 1, changed: 2 });
  });
});
