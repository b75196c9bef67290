import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, listAllEndpoints } from '#contract/endpoints.ts';
import { errors as russian } from '#i18n/ru/errors.ts';
import { buildTranslator } from '#i18n/translate.ts';
import { ApiError } from '#providers/http/errors.ts';
import { fetchDemoAccounts } from '#providers/http/health.ts';
import { type Api, createApi } from '#providers/http/http.ts';
import { toNotice } from '#providers/reporting/notices.ts';
import { createSessionCalls, type SessionCalls } from '#providers/session/sessionCalls.ts';
import { answeringServers } from '#tests/support/answering.ts';
import { type Fault, faults } from '#tests/support/faults.ts';
import { fitting } from '#tests/support/fitting.ts';

const answering = answeringServers();
const translate = buildTranslator('ru', russian);

/** A server that gives one answer to everything, and what it was asked. */
const serverOf = (answer: () => Response) => {
  const asked: string[] = [];
  const baseUrl = answering.by(({ request }) => {
    asked.push(`${request.method} ${request.headers.get('Authorization')}`);
    return answer();
  });
  return { baseUrl, asked };
};

/** A client whose session is renewed whenever it is asked to be, with what it reported. */
const clientOf = (answer: () => Response) => {
  const { baseUrl, asked } = serverOf(answer);
  const reported: ApiError[] = [];
  const session = {
    accessToken: () => 'old',
    whenSettled: () => Promise.resolve(),
    refresh: () => Promise.resolve('renewed'),
  };
  const api = createApi({ baseUrl, session, report: error => reported.push(error) });
  return { api, asked, reported };
};

/** Calls an endpoint with something for each of its parameters. */
const call = (api: Api, endpoint: Endpoint): Promise<unknown> => {
  const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 1]));
  const file = endpoint.file ? { file: new File(['x'], 'table.csv') } : {};
  const request = { params, body: {}, ...file } as never;
  return endpoint.raw ? api.download(endpoint, request) : api(endpoint, request);
};

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    result => expect.unreachable(`the call succeeded with ${JSON.stringify(result)}`),
    (error: unknown) => error,
  );

/** That an error is what the table says of a fault, the words to the person included. */
const expectListed = (error: unknown, { name, kind, says }: Fault): void => {
  expect(error, name).toBeInstanceOf(ApiError);
  const failure = error as ApiError;
  expect(failure.kind, name).toBe(kind);
  const told = toNotice(failure, translate)?.text ?? null;
  if (says === null) expect(told, name).toBeNull();
  else expect(told, name).toContain(says);
};

const all = listAllEndpoints().map(({ endpoint }): [name: string, endpoint: Endpoint] => [
  `${endpoint.method} ${endpoint.path}`,
  endpoint,
]);

describe('§8 Every fault at every call', () => {
  it.each(all)('[N9] [N27] [N28] %s has the listed effect of each fault, and is sent once', async (_, endpoint) => {
    for (const fault of faults) {
      const { api, asked, reported } = clientOf(fault.answer);
      const error = await failureOf(call(api, endpoint));
      expectListed(error, fault);
      expect(reported, fault.name).toEqual(fault.isReported ? [error] : []);
      // §8: after a 401 once more with the renewed token, and nothing ever else.
      const isRenewed = fault.kind === 'unauthorized' && endpoint.access !== 'public';
      const sent = [`${endpoint.method} Bearer old`, `${endpoint.method} Bearer renewed`];
      expect(asked, fault.name).toEqual(isRenewed ? sent : sent.slice(0, 1));
    }
  });

  it.each(all)('[N28] [X1] %s succeeds with what the contract wants, and nothing is reported', async (_, endpoint) => {
    const result = fitting(endpoint.result);
    const answer = (): Response =>
      endpoint.raw
        ? new HttpResponse('content', { headers: { 'Content-Type': endpoint.raw } })
        : HttpResponse.json({ code: 200, message: 'success', result } as object);
    const { api, asked, reported } = clientOf(answer);
    await call(api, endpoint);
    expect([asked.length, reported]).toEqual([1, []]);
  });

  it('[N28] a response that is not the requested file is an error, with the server’s text if it has one', async () => {
    const { template } = endpoints.imports;
    const refused = clientOf(() => HttpResponse.json({ code: 404, message: 'Шаблона нет' }));
    await expect(call(refused.api, template)).rejects.toMatchObject({ kind: 'notFound', messages: ['Шаблона нет'] });
    const named = clientOf(
      () =>
        new HttpResponse('x', {
          headers: {
            'Content-Type': template.raw ?? '',
            'Content-Disposition': `attachment; filename="a.xlsx"; filename*=UTF-8''%D1%8`,
          },
        }),
    );
    await expect(named.api.download(template)).resolves.toMatchObject({ fileName: 'a.xlsx' });
  });
});

describe('§8 Every fault at the calls of the session', () => {
  const password = { token: 't', password: 'new-secret', password_confirmation: 'new-secret' };
  const own: [name: string, work: (calls: SessionCalls, baseUrl: string) => Promise<unknown>][] = [
    ['login', ({ login }) => login({ email: 'a@example.com', password: 'x' })],
    ['restore', ({ restore }) => restore('a@example.com')],
    ['resetPassword', ({ resetPassword }) => resetPassword(password)],
    ['refresh', ({ refresh }) => refresh('r')],
    ['logout', ({ logout }) => logout('a')],
    ['health', (_, baseUrl) => fetchDemoAccounts(baseUrl)],
  ];

  it.each(own)('[N9] [N27] [N28] %s has the listed effect of each fault, and is sent once', async (name, work) => {
    for (const fault of faults) {
      const { baseUrl, asked } = serverOf(fault.answer);
      const reported: ApiError[] = [];
      const error = await failureOf(
        work(createSessionCalls(baseUrl, { report: found => reported.push(found) }), baseUrl),
      );
      expectListed(error, fault);
      // The sign-in page asks for its health beside the form, and nobody misses the answer.
      expect(reported, fault.name).toEqual(fault.isReported && name !== 'health' ? [error] : []);
      expect(asked, fault.name).toHaveLength(1);
    }
  });

  it('[N6] [T1] a sign-in whose answer lacks a token is reported', async () => {
    const reported: ApiError[] = [];
    const { baseUrl } = serverOf(() => HttpResponse.json({ code: 200, message: 'success', result: {} }));
    const { login } = createSessionCalls(baseUrl, { report: found => reported.push(found) });
    const error = await failureOf(login({ email: 'a@example.com', password: 'x' }));
    expect([error, reported]).toEqual([expect.objectContaining({ kind: 'unreadable' }), [error]]);
  });
});
