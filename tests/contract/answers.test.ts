import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildPageSchema } from '#contract/collection.ts';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import { bindEndpoint } from '#server/http/bindEndpoints.ts';

const list = endpoint('GET /things', { access: 'public', result: buildPageSchema(z.strictObject({ id: z.int() })) });
const thing = endpoint('GET /things', { access: 'public', result: z.strictObject({ id: z.int() }) });
const things = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

const answering = async (asked: Endpoint, result: unknown) => {
  const faults: string[] = [];
  const app = new Hono();
  app.onError((error, context) => {
    faults.push(error.message);
    return context.json({}, 500);
  });
  const told: unknown[] = [];
  bindEndpoint(app, asked, () => Promise.resolve(result as never), {
    authenticate: () => Promise.resolve(null),
    error: (_, error) => told.push(error),
  });
  const response = await app.request(asked.path);
  const { result: answered } = (await response.json()) as { result?: unknown };
  return { status: response.status, faults, answered, told };
};

describe('Responses are checked against the contract', () => {
  it.each([
    ['a record', thing, { id: 'one' }],
    ['a page without its total', list, { items: things(1000), page: 1, per_page: 1000 }],
  ])('[X131] %s is a fault that names the call, and nothing is sent', async (_, asked, result) => {
    const { status, faults } = await answering(asked, result);
    expect([status, faults]).toEqual([500, [expect.stringContaining('GET /things answers against the contract')]]);
  });

  it('[X131] a page of a thousand records is sent in full', async () => {
    const result = { items: things(1000), total: 1000, page: 1, per_page: 1000 };
    expect(await answering(list, result)).toEqual({ status: 200, faults: [], answered: result, told: [] });
  });

  const plain = endpoint('GET /things', {
    access: 'public',
    result: z.union([z.array(z.strictObject({ id: z.int() })), list.result]),
  });
  it.each([
    ['a page', list, { items: [...things(99), { id: 'one' }], total: 100, page: 1, per_page: 100 }],
    ['a bare list', plain, [...things(2), { id: 'one' }]],
  ])('[X330] %s is answered with a record that does not match, which is logged', async (_, asked, result) => {
    const { status, faults, answered, told } = await answering(asked, result);
    expect([status, faults, answered]).toEqual([200, [], result]);
    expect(told).toEqual([
      expect.objectContaining({ message: expect.stringContaining('GET /things answers against') }),
    ]);
  });
});
