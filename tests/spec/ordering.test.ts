import { expect, it } from 'vitest';
import { addLanguages, addReference } from '#tests/support/attributes.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('§3 Order of settings and values', server => {
  const namesOf = async (path: string) => {
    const { result } = await (await server().as('admin'))('GET', path);
    return (result as { name: string }[]).map(({ name }) => name);
  };

  it('[R77] [E14] an administrator puts the languages in order: the first one is current', async () => {
    const [russian, english, tatar] = await addLanguages(
      server(),
      ['ru', 'Русский'],
      ['en', 'English'],
      ['tt', 'Татарча'],
    );
    const send = await server().as('admin');
    const ids = [english?.id, tatar?.id, russian?.id];
    expect((await send('PUT', '/language/order', { ids })).result).toEqual({ ids });
    expect(await namesOf('/language')).toEqual(['English', 'Татарча', 'Русский']);
    const again = (await send('GET', '/language?page=1&sort=order')).result;
    await send('PUT', '/language/order', { ids });
    expect((await send('GET', '/language?page=1&sort=order')).result).toEqual(again);
  });

  it('[R77] some records can be reordered among the others, and records without a position get one', async () => {
    const ids = await addReference(server(), 'test_size', 'S', 'M', 'L', 'XL');
    const send = await server().as('admin');
    expect(await namesOf('/reference/test_size/value/list')).toEqual(['L', 'M', 'S', 'XL']);
    await send('PUT', '/reference/test_size/value/order', { ids: [ids['S'], ids['L']] });
    expect(await namesOf('/reference/test_size/value/list')).toEqual(['S', 'M', 'L', 'XL']);
    expect(server().messages).toContainEqual({
      channel: 'references',
      event: 'REFERENCES_CHANGE_EVENT',
      payload: { message: { code_reference: 'test_size' } },
    });
  });

  it('[T694] an order that somebody else has changed is replaced only by who has seen it', async () => {
    const ids = await addReference(server(), 'test_size', 'L', 'M', 'S');
    const send = await server().as('admin');
    const path = '/reference/test_size/value/order';
    const [l, m, s] = [ids['L'], ids['M'], ids['S']];
    expect((await send('PUT', path, { ids: [s, l, m], base: [l, m, s] })).status).toBe(200);
    const late = await send('PUT', path, { ids: [m, l, s], base: [l, m, s] });
    expect(late).toMatchObject({ status: 409, message: 'Порядок уже изменил кто-то другой' });
    expect(await namesOf('/reference/test_size/value/list')).toEqual(['S', 'L', 'M']);
    await send('POST', '/reference/test_size/value', { name: 'XS' });
    await send('DELETE', `/reference/test_size/value/${l}`);
    expect((await send('PUT', path, { ids: [m, s], base: [s, l, m] })).status).toBe(200);
    expect((await namesOf('/reference/test_size/value/list')).filter(name => name !== 'XS')).toEqual(['M', 'S']);
  });

  it('[R77] an unknown or duplicate record, or a user without permission, changes no order', async () => {
    const [russian] = await addLanguages(server(), ['ru', 'Русский'], ['en', 'English']);
    const sizes = await addReference(server(), 'test_size', 'S');
    const send = await server().as('admin');
    expect((await send('PUT', '/language/order', { ids: [999] })).status).toBe(400);
    expect((await send('PUT', '/language/order', { ids: [russian?.id, russian?.id] })).status).toBe(400);
    expect((await send('PUT', '/reference/unit/value/order', { ids: [sizes['S']] })).status).toBe(400);
    const other = await server().as('product_manager');
    expect((await other('PUT', '/language/order', { ids: [russian?.id] })).status).toBe(403);
  });

  it('[R78] adding many values at once skips those that already exist', async () => {
    await addReference(server(), 'test_size', 'S', 'Большой');
    const send = await server().as('admin');
    const names = ['M', ' s ', 'большой', 'L', 'm'];
    const { result } = await send('POST', '/reference/test_size/value/many', { names });
    expect(result).toMatchObject({ ids: [expect.any(Number), expect.any(Number)], existing: ['s', 'большой'] });
    expect(await namesOf('/reference/test_size/value/list')).toEqual(expect.arrayContaining(['L', 'S', 'Большой']));
    expect(await namesOf('/reference/test_size/value/list')).toHaveLength(4);
    expect((await send('POST', '/reference/test_size/value/many', { names: ['x', ' '] })).status).toBe(400);
  });
});
