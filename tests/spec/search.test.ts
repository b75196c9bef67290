import { describe, expect, inject, it } from 'vitest';
import { roleSlugs } from '#contract/roles.ts';
import { products } from '#server/db/schema.ts';
import { letRole } from '#tests/support/permissions.ts';
import { holds, searched, withoutSearch } from '#tests/support/rights.ts';
import { describeOnBoth, useTestServer } from '#tests/support/server.ts';
import { countStatements } from '#tests/support/statements.ts';

describeOnBoth('§6 Global search', server => {
  it.each(roleSlugs)('[P6] [P15] %s searches what they may list, or not at all', async role => {
    const answer = await (await server().as(role))('GET', '/search?query=x');
    if (withoutSearch.includes(role)) {
      expect(answer.status).toBe(403);
      return;
    }
    const kinds = searched.filter(([, slug]) => holds(role)(slug)).map(([kind]) => kind);
    const known: readonly string[] = searched.map(([kind]) => kind);
    expect(Object.keys(answer.result as object).filter(kind => known.includes(kind))).toEqual(kinds);
  });

  it('[P6] [X29] hits are found by any part of a name, an article number or a barcode, grouped by kind', async () => {
    const send = await server().as('admin');
    await send('POST', '/products', { name: 'Чай «Ёлка»', sku: 'TEA-7', barcode: '4600000000008' });
    await send('POST', '/models', { name: 'Ёлка', code: 'M-1' });
    const hits = async (query: string) => (await send('GET', `/search?query=${encodeURIComponent(query)}`)).result;
    const tea = expect.objectContaining({ name: 'Чай «Ёлка»', detail: 'TEA-7' }) as unknown;
    const none = { products: [], models: [], matrices: [], users: [] };
    const model = expect.objectContaining({ detail: 'M-1' }) as unknown;
    expect(await hits('елк')).toEqual({ ...none, products: [tea], models: [model] });
    expect(await hits('00000008')).toMatchObject({
      ...none,
      products: [{ id: expect.any(Number), detail: '4600000000008' }],
    });
    expect(await hits('нет такого')).toEqual(none);
  });

  it('[X424] exact codes come first, then names and words that begin with the text, then all others', async () => {
    const send = await server().as('admin');
    const names = [
      ...Array.from({ length: 9 }, (_, at) => `Айс-латте ${at}`),
      'Бекон латте',
      ...Array.from({ length: 3 }, (_, at) => `Латте ${at}`),
    ];
    for (const name of names) await send('POST', '/products', { name });
    await send('POST', '/products', { name: 'Ягоды', sku: 'ЛАТТЕ' });
    await send('POST', '/products', { name: 'Яблоки', sku: 'ЛАТТЕ-2' });
    const { products } = (await send('GET', `/search?query=${encodeURIComponent('латте')}`)).result as {
      products: { name: string; detail: string | null; is_exact: boolean }[];
    };
    expect(products.map(({ name }) => name)).toEqual([
      'Ягоды',
      'Латте 0',
      'Латте 1',
      'Латте 2',
      'Бекон латте',
      'Яблоки',
      'Айс-латте 0',
      'Айс-латте 1',
    ]);
    expect(products.map(({ is_exact }) => is_exact).indexOf(true)).toBe(0);
    expect(products.filter(({ is_exact }) => is_exact)).toMatchObject([{ detail: 'ЛАТТЕ' }]);
  });

  it('[X424] the first word counts for the beginning of a name', async () => {
    const send = await server().as('admin');
    for (const name of ['Кефир и молоко 2,5 %', 'Молоко «Луг» 2,5 %']) await send('POST', '/products', { name });
    const { result } = await send('GET', `/search?query=${encodeURIComponent('молоко 2.5')}`);
    expect(result).toMatchObject({ products: [{ name: 'Молоко «Луг» 2,5 %' }, { name: 'Кефир и молоко 2,5 %' }] });
  });

  it('[X424] a name beyond the first that begin with the first word is found before those that do not', async () => {
    const { db } = server().deps;
    const names = Array.from({ length: 600 }, (_, at) => `Молоко ${String(at).padStart(3, '0')}`);
    await db.insert(products).values(['Айран и молоко «Луг»', ...names, 'Молоко я «Луг»'].map(name => ({ name })));
    const send = await server().as('admin');
    const { result } = await send('GET', `/search?query=${encodeURIComponent('молоко луг')}`);
    expect(result).toMatchObject({ products: [{ name: 'Молоко я «Луг»' }, { name: 'Айран и молоко «Луг»' }] });
  });

  it('[X424] a hit shows the code that was found', async () => {
    const send = await server().as('admin');
    await send('POST', '/products', { name: 'Чай', sku: 'TEA-7', barcode: '4600000000008' });
    const hit = async (query: string) =>
      ((await send('GET', `/search?query=${encodeURIComponent(query)}`)).result as { products: unknown[] }).products;
    expect(await hit('4600000000008')).toMatchObject([{ detail: '4600000000008', is_exact: true }]);
    expect(await hit('460000000000')).toMatchObject([{ detail: '4600000000008', is_exact: false }]);
    await send('POST', '/products', { name: 'Коробка чая', sku: 'BOX-4600000000008' });
    expect(await hit('4600000000008')).toMatchObject([{ name: 'Чай' }]);
    expect(await hit('460000000000')).toHaveLength(2);
    expect(await hit('tea-7')).toMatchObject([{ detail: 'TEA-7', is_exact: true }]);
    // «Т», «Е» and «А» of the other layout.
    expect(await hit('ТЕА-7')).toMatchObject([{ detail: 'TEA-7', is_exact: true }]);
    expect(await hit('чай')).toMatchObject([{ detail: 'TEA-7', is_exact: false }]);
  });

  it('[P6] [P32] a matrix is found by users who have access to it', async () => {
    await letRole(server(), 'photographer', 'matrix.view-list');
    await (await server().as('admin'))('POST', '/matrices', {
      name: 'Ёлка',
      access: { roles: [{ slug: 'admin_matrix', level: 'view' }], users: [] },
    });
    const found = async (role: 'admin' | 'photographer') =>
      (await (await server().as(role))('GET', '/search?query=елка')).result as { matrices: unknown[] };
    expect((await found('admin')).matrices).toMatchObject([{ name: 'Ёлка' }]);
    expect((await found('photographer')).matrices).toEqual([]);
  });

  it('[X12] a search for nothing, or with an unknown parameter, is 400', async () => {
    const send = await server().as('admin');
    expect((await send('GET', '/search?query=%20')).status).toBe(400);
    expect((await send('GET', '/search?query=x&limit=9')).status).toBe(400);
  });
});

describe.skipIf(!inject('server').postgres)('§6 Global search (PostgreSQL)', () => {
  const server = useTestServer('postgres');

  it('[X425] matches are counted only if too few names begin with the first word', async () => {
    const values = Array.from({ length: 8 }, (_, at) => [`Молоко ${at}`, `Сыр из коровьего ${at}`]).flat();
    await server()
      .db.insert(products)
      .values(values.map(name => ({ name })));
    const send = await server().as('admin');
    const counts = async (query: string): Promise<string[]> => {
      const statements = await countStatements(() => send('GET', `/search?query=${encodeURIComponent(query)}`));
      return statements.filter(text => /count\(\*\).*"products"/.test(text));
    };
    expect(await counts('молоко')).toEqual([]);
    expect(await counts('коровьего')).toHaveLength(1);
  });
});
