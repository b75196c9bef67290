import { expect, it } from 'vitest';
import type { ColumnTrialResult } from '#contract/preparing.ts';
import { PREPARED, preparedCalls } from '#tests/support/preparing.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

describeOnEmbedded('§2 A rule that is tried', server => {
  const { begin, keep } = preparedCalls(server);
  const rule = { field: null, constant: null, conversions: [], values: {} };
  const sourceOf = (header: string) => ({ header, nth: 1 });

  it('[I842] shows the first rows as the run would read them, with faults, and changes nothing', async () => {
    const send = await begin();
    const { id, revision } = await keep(
      send,
      csvOf([
        ['Артикул', 'Товар', 'Объём', 'Нетто'],
        ['T-1', 'Квас', '0,5 л', '500'],
        ['T-2', 'Морс', '', 'много'],
      ]),
    );
    const tried = async (body: object, as = send) => {
      const { status, result } = await as('POST', `${PREPARED}/${id}/trial`, { rule: { ...rule, ...body } });
      return { status, rows: (result as ColumnTrialResult | null)?.rows };
    };
    expect(await tried({ field: 'name', sources: [sourceOf('Товар'), sourceOf('Объём')] })).toEqual({
      status: 200,
      rows: [
        { row: 2, cells: ['Квас', '0,5 л'], text: 'Квас 0,5 л', fault: null },
        { row: 3, cells: ['Морс', ''], text: 'Морс', fault: null },
      ],
    });
    const grams = [{ kind: 'unit', unit: 'g' }];
    const { rows } = await tried({ field: 'weight', sources: [sourceOf('Нетто')], conversions: grams });
    expect(rows).toMatchObject([
      { text: '0,5', fault: null },
      { text: 'много', fault: expect.any(String) },
    ]);
    expect((await tried({ field: 'price', conversions: [{ kind: 'rate', currency: 'USD', rate: 0 }] })).status).toBe(
      400,
    );
    expect((await tried({ sources: [sourceOf('Товар')] }, await server().as('admin'))).status).toBe(404);
    const after = await send('GET', `${PREPARED}/${id}`);
    expect(after.result).toMatchObject({ revision, mapping: null });
  });
});
