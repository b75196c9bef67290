import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeAll, draftOf, type Recorded } from '#tests/support/recordedDrafts.ts';
import { addModels, addProducts } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { useTestServer } from '#tests/support/server.ts';

describe('Property: a draft is the difference', () => {
  const server = useTestServer();
  const product = fc.constantFrom(1, 2);
  const edit = fc.oneof(
    fc.record({
      id: product,
      body: fc.record(
        {
          name: fc.constantFrom('Квас', 'Морс', '12', 'null'),
          weight: fc.constantFrom(null, 0.5, 2),
          by_weight: fc.boolean(),
          price: fc.constantFrom(null, 10),
          model_ids: fc.subarray([1, 2]),
        },
        { requiredKeys: [] },
      ),
    }),
    fc.record({ id: product, body: fc.record({ attributes: fc.record({ size: fc.constantFrom('1', 'а', null) }) }) }),
  );

  it('[J3] for any edits of a product, the draft contains exactly the difference', async () => {
    const send = await server().as('admin');
    await send('POST', '/attribute', { name: 'Размер', code: 'size', kind: 'text', applies_to: 'products' });
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок', weight: 2 });
    await addModels(server(), { name: 'А' }, { name: 'Б' });
    const ids = [1, 2];
    const read = async () => Promise.all(ids.map(async id => recordIn(await send('GET', `/products/${id}`))));
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 6 }), async edits => {
        await closeAll(server(), { runId: 1, at: new Date() });
        const before = await read();
        for (const { id, body } of edits) await send('PUT', `/products/${id}`, body);
        const after = await read();
        const expected = ids.flatMap((id, at) => differencesOf(id, before[at] ?? {}, after[at] ?? {}));
        const made = (await draftOf(server(), 'admin')).filter(([entity]) => entity === 'nomenclature');
        expect(made).toEqual(expected.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)));
      }),
      { numRuns: 25 },
    );
  });
});

const keyOf = ([entity, id, field, item]: Recorded) => [entity, id, field, item].join(' ');

const differencesOf = (id: number, before: Record<string, unknown>, after: Record<string, unknown>): Recorded[] => {
  const row = (field: string, item: string, was: unknown, is: unknown): Recorded[] =>
    (was ?? null) === (is ?? null) ? [] : [['nomenclature', id, field, item, was ?? null, is ?? null]];
  const [had, has] = [before, after].map(record => new Set(record['model_ids'] as number[]));
  const [was, is] = [before, after].map(record => record['attributes'] as Record<string, unknown>);
  return [
    ...['name', 'weight', 'by_weight', 'price'].flatMap(name => row(name, '', before[name], after[name])),
    ...row('attributes.size', '', was?.['size'], is?.['size']),
    ...[1, 2].flatMap(model =>
      row('model_ids', String(model), had?.has(model) ? model : null, has?.has(model) ? model : null),
    ),
  ];
};
