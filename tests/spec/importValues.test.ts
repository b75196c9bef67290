import { expect, it } from 'vitest';
import { PREPARED, preparedCalls } from '#tests/support/preparing.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

describeOnEmbedded('§2 Values that a field does not know', server => {
  const { begin, keep, counted, change } = preparedCalls(server);

  it('[I845] are counted over all rows, the most frequent first, and replaced in all of them', async () => {
    const send = await begin();
    const rows = Array.from({ length: 1500 }, (_, at) => [
      `V-${at}`,
      `Товар ${at}`,
      at % 3 === 0 ? 'Rostok' : at === 1400 ? 'РостОк ООО' : 'Росток',
      at === 7 ? 'может быть' : 'да',
    ]);
    const { id } = await keep(send, csvOf([['Артикул', 'Название', 'Бренд', 'Весовой'], ...rows]));
    const look = await counted(send, id);
    expect(look.unknown_values).toMatchObject([
      { field: 'brand_id', label: 'Бренд', count: 2 },
      { label: 'Весовой', count: 1 },
    ]);
    const values = async (query: string) => (await send('GET', `${PREPARED}/${id}/values?${query}`)).result;
    expect(await values('field=brand_id')).toEqual({
      total: 2,
      items: [
        { text: 'Rostok', rows: 500 },
        { text: 'РостОк ООО', rows: 1 },
      ],
    });
    expect(await values('field=brand_id&offset=1&limit=1')).toMatchObject({ items: [{ text: 'РостОк ООО' }] });
    await change(send, id, {
      alike: [
        { field: 'brand_id', was: 'Rostok', value: 1 },
        { field: 'brand_id', was: 'РостОк ООО', text: null },
      ],
    });
    const after = await counted(send, id);
    expect(after.unknown_values).toMatchObject([{ label: 'Весовой', count: 1 }]);
    expect(after.counts).toMatchObject({ new: 1499, faulty: 1 });
    expect(await values('field=brand_id')).toEqual({ total: 0, items: [] });
    expect((await (await server().as('admin'))('GET', `${PREPARED}/${id}/values?field=brand_id`)).status).toBe(404);
  });
});
