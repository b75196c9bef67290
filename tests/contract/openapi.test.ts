import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listAllEndpoints } from '#contract/endpoints.ts';
import { BUILD } from '#contract/limits.ts';
import { buildOpenApi } from '#contract/openapi.ts';
import { useTestServer } from '#tests/support/server.ts';

/**
 * The rules of OpenAPI 3.1.0 for the parts we use (4.8.1 to 4.8.17), written out because the published schema covers
 * far more.
 */
const Schema = z.union([z.boolean(), z.record(z.string(), z.unknown())]);
const Content = z.record(z.string().regex(/^\w+\/[\w.+-]+$/), z.strictObject({ schema: Schema.optional() }));
const Operation = z.strictObject({
  operationId: z.string().min(1),
  tags: z.array(z.string()),
  description: z.string().optional(),
  security: z.array(z.strictObject({ bearer: z.array(z.never()) })),
  parameters: z.array(
    z.discriminatedUnion('in', [
      z.strictObject({ name: z.string(), in: z.literal('path'), required: z.literal(true), schema: Schema }),
      z.strictObject({ name: z.string(), in: z.literal('query'), required: z.boolean(), schema: Schema }),
    ]),
  ),
  requestBody: z.strictObject({ required: z.boolean(), content: Content }).optional(),
  responses: z.record(
    z.string().regex(/^([1-5]\d\d|default)$/),
    z.strictObject({ description: z.string(), content: Content.optional() }),
  ),
});
const Document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), Operation)),
  components: z.strictObject({
    securitySchemes: z.record(z.string(), z.record(z.string(), z.string())),
    schemas: z.record(z.string(), Schema),
  }),
});

const refsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)));
};

describe('The published contract', () => {
  const server = useTestServer();
  const document = buildOpenApi();
  const operations = Object.entries(Document.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

  it('[X19] GET /openapi.json returns the document to anybody', async () => {
    const answer = await server().app.request('/api/openapi.json');
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('[X19] it is OpenAPI 3.1 with one operation for each endpoint', () => {
    const declared = listAllEndpoints().map(
      ({ endpoint: { method, path } }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(declared.sort());
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('[X19] every path parameter is declared, and every reference resolves', () => {
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
    for (const ref of refsIn(document)) {
      const found = ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
      expect(found).toBeDefined();
    }
  });

  it('[X19] [C9] the drafts of everybody are answered as it declares, under both names', async () => {
    const answer = await (await server().as('admin'))('GET', '/drafts/all-currents');
    expect(answer).toMatchObject({ items: { items: [] }, result: { items: [] } });
    const found = operations.find(({ path }) => path === '/drafts/all-currents')?.operation;
    const schema = found?.responses['200']?.content?.['application/json']?.schema;
    const { required, properties } = schema as { required: string[]; properties: Record<string, object> };
    const { items, result } = properties;
    expect(required).toEqual(['code', 'message', 'result', 'items']);
    expect(items).toMatchObject({ required: ['items'], properties: { items: { type: 'array' } } });
    expect(items).toEqual(result);
  });

  it('[X7] field names are snake_case on the wire', () => {
    const product = JSON.stringify(document.paths['/products/{id}']);
    const names = [...product.matchAll(/"(\w+)":\{"(?:type|anyOf|default)"/g)].map(([, name]) => name);
    expect(names).toContain('on_sale_from');
    expect(names.filter(name => /[A-Z]/.test(name ?? ''))).toEqual([]);
  });

  it('[X20] [Z13] GET /health returns status, database and version without a token', async () => {
    const send = await server().as('visitor');
    expect(await send('GET', '/health')).toMatchObject({
      status: 200,
      result: { status: 'ok', database: 'embedded', version: '1.49.0', build: BUILD, demo_accounts: [] },
    });
  });
});
