import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { listAllEndpoints } from '#contract/endpoints.ts';
import { API_BASE } from '#contract/limits.ts';
import { addLanguages, addReference, defineAttributes } from '#tests/support/attributes.ts';
import { formOf, header, IMPORT, runFile } from '#tests/support/importing.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnEmbedded, type TestServer } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

/** What every object inherits, so that `values[name]` finds something where nothing was given. */
const inherited = Object.getOwnPropertyNames(Object.prototype);
/** Separately, because a body with this name is refused before any other of its names is looked at. */
const groups = [inherited.filter(name => name !== '__proto__'), ['__proto__']];

/** An object as JSON sends it: with a property of its own for every name. */
const objectOf = (names: readonly string[], value: unknown): Record<string, unknown> =>
  JSON.parse(`{${names.map(name => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`) as never;

type Shape = z.core.JSONSchema.BaseSchema;

/** A body for a schema, and one more for each object in it, with these names added there. */
const bodiesOf = (schema: z.ZodType, names: readonly string[]): unknown[] => {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return [1, 'A', [], {}, null].flatMap(value => variants(shape, shape, objectOf(names, value), 0));
};

const variants = (root: Shape, of: unknown, added: object, depth: number): unknown[] => {
  if (typeof of !== 'object' || of === null || depth > 6) return [added];
  const shape = of as Shape;
  if (shape.$ref) return variants(root, root.$defs?.[shape.$ref.split('/').at(-1) ?? ''], added, depth + 1);
  const [first] = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])];
  if (first !== undefined) return variants(root, first, added, depth);
  if (shape.type === 'array') return variants(root, shape.items, added, depth + 1).map(item => [item]);
  if (shape.type !== 'object') return [added];
  const inner = Object.entries(shape.properties ?? {}).flatMap(([name, property]) =>
    isNested(property) ? variants(root, property, added, depth + 1).map(value => ({ [name]: value })) : [],
  );
  return [added, ...inner];
};

const isNested = (property: unknown): boolean => /"(object|array|\$ref)/.test(JSON.stringify(property));

/** The path with ids that do not exist and, for every other parameter, one of the names. */
const pathOf = ({ path }: Endpoint, name: string): string =>
  path.replace(/:(\w+)/g, (_, parameter: string) => (/(^|_)id$/.test(parameter) ? '999999' : encodeURIComponent(name)));

/** Calls of an endpoint with the names in turn in its path, its query and everywhere in its body. */
const callsOf = (endpoint: Endpoint): { path: string; body?: unknown }[] =>
  groups.flatMap(names => {
    const path = pathOf(endpoint, 'brand');
    const hasBody = !(endpoint.body instanceof z.ZodUndefined);
    const body = endpoint.file ? formOf(['constructor', 'x']) : hasBody ? {} : undefined;
    return [
      ...names.map(name => ({ path: pathOf(endpoint, name), body })),
      { path: `${path}?${new URLSearchParams(names.map(name => [name, '1'])).toString()}`, body },
      ...(hasBody ? bodiesOf(endpoint.body, names).map(one => ({ path, body: one })) : []),
    ];
  });

const csvFrom = async (server: TestServer, path: string): Promise<Record<string, string>[]> => {
  const { access } = await server.signIn('admin');
  const headers = { Authorization: `Bearer ${access}` };
  const response = await server.app.request(`${API_BASE}${path}`, { headers });
  expect(response.status).toBe(200);
  return parse(await response.text(), { delimiter: ';', bom: true, columns: true }) as Record<string, string>[];
};

describeOnEmbedded('Names that every object inherits', server => {
  it.each([...new Set(listAllEndpoints().map(({ group }) => group))])(
    '[X301] no call of %s is confused by them in its path, query, body or headers',
    async group => {
      const strange = Object.fromEntries(groups.flat().map(name => [`x-${name}`, name]));
      const headers = { ...strange, 'Idempotency-Key': 'constructor', Cookie: 'constructor=1; __proto__=1' };
      const endpoints = listAllEndpoints().flatMap(one => (one.group === group ? [one.endpoint] : []));
      let send = await server().as('admin');
      for (const endpoint of endpoints) {
        // These may end the session.
        if (group === 'auth') send = await server().as('admin');
        for (const { path, body } of callsOf(endpoint)) {
          const { status } = await send(endpoint.method, path, body, headers);
          if (status === 500) expect([endpoint.method, path, body]).toBe('answered');
        }
      }
      expect(server().faults).toEqual([]);
    },
  );

  it('[X301] records, filters, tables and mappings accept such names as codes', async () => {
    const send = await server().as('admin');
    await addLanguages(server(), ['constructor', 'Особый']);
    const values = await addReference(server(), 'constructor', 'Первый');
    expect(
      (await send('POST', '/project', { name: 'Сайт', code: 'constructor', platform: 'constructor' })).status,
    ).toBe(200);
    await defineAttributes(
      server(),
      { code: 'constructor', kind: 'text', per_language: true },
      { code: 'made', kind: 'reference', reference: 'constructor' },
    );
    const { id } = recordIn(await send('POST', '/products', { name: 'Без', sku: 'A-1' }));
    const attributes = { constructor: { constructor: 'Чай' }, made: values['Первый'] };
    expect(await send('PUT', `/products/${id}`, { attributes })).toMatchObject({ status: 200, result: { attributes } });
    const plain = recordIn(await send('POST', '/products', { name: 'Без значений', sku: 'A-2' }));
    const other = { made: values['Первый'] };
    expect(await send('PUT', `/products/${plain.id}`, { attributes: other })).toMatchObject({ result: { version: 2 } });
    expect(await send('PUT', `/products/${plain.id}`, { attributes: other })).toMatchObject({ result: { version: 2 } });
    const tree = { categories: [{ name: 'Еда', children: [] }] };
    const saved = await send('PUT', '/categories/constructor', tree);
    const [category] = (saved.result as { categories: { id: number }[] }).categories;
    const mapped = { constructor: [category?.id] };
    expect(await send('PUT', `/products/${id}/categories`, mapped)).toMatchObject({ status: 200, result: mapped });
    const rows = await csvFrom(server(), '/products/export?format=csv&sort=id');
    expect(rows.map(row => Object.entries(row).filter(([name]) => name.startsWith('constructor')))).toEqual([
      expect.arrayContaining([[expect.any(String), 'Чай']]) as unknown,
      expect.not.arrayContaining([[expect.any(String), 'Чай']]) as unknown,
    ]);
    expect(rows).toHaveLength(2);
    expect((await send('GET', '/products?attributes.constructor=1')).status).toBe(400);
    expect((await send('GET', '/products/import/nomenclature/template')).status).toBe(200);
    expect(server().faults).toEqual([]);
  });

  it('[X301] a table with such headers is read like any other', async () => {
    const send = await server().as('admin');
    const table = csvOf([
      [...header, ...inherited],
      ['A-1', 'Чай', '1', ...inherited],
    ]);
    expect((await send('POST', `${IMPORT}/preview`, formOf(['table', table]))).status).toBe(200);
    expect((await runFile(server(), table)).counts).toMatchObject({ new: 1, faulty: 0 });
    expect(server().faults).toEqual([]);
  });
});
