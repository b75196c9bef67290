import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { scrub } from '#contract/scrub.ts';
import { ApiError } from '#providers/http/errors.ts';
import { createConsoleReporter, createLazyReporter, type SendReport } from '#providers/reporting/reporter.ts';

/** A reporter over a service whose loading the test decides on, and what has reached the service. */
const openReporter = () => {
  const sent: Parameters<SendReport>[] = [];
  const tries: { succeed: () => void; fail: () => void }[] = [];
  const page = new EventTarget();
  const load = () =>
    new Promise<SendReport>((resolve, reject) => {
      tries.push({ succeed: () => resolve((...one) => void sent.push(one)), fail: () => reject(new Error('offline')) });
    });
  return { sent, tries, page, reporter: createLazyReporter({ load, page }) };
};

describe('§8 What is reported', () => {
  it.each([
    ['the text 401', new Error('401')],
    ['the text 404', '404'],
    ['the text of axios', new Error('Request failed with status code 401')],
    ['a 404 of a call', new ApiError('notFound', { endpoint: 'GET /things', status: 404 })],
    ['a 401 of a call', new ApiError('unauthorized', { endpoint: 'GET /things', status: 401 })],
  ])('[N15] the reporter ignores %s', (_, error) => {
    const { reporter, tries } = openReporter();
    reporter.report(error);
    expect(tries).toEqual([]);
  });

  it('[N15] [N31] the first report loads the service; reports until then are buffered and sent in order', async () => {
    const { reporter, tries, sent } = openReporter();
    expect(tries).toHaveLength(0);
    const before = Date.now();
    reporter.report(new Error('404 rows'), { source: 'list' });
    reporter.report('second');
    expect([tries.length, sent]).toEqual([1, []]);
    tries[0]?.succeed();
    await expect.poll(() => sent).toHaveLength(2);
    reporter.report('third');
    expect(sent.map(([error, context]) => [String(error), context])).toEqual([
      ['Error: 404 rows', { source: 'list' }],
      ['second', {}],
      ['third', {}],
    ]);
    expect(sent[0]?.[2]).toBeGreaterThanOrEqual(before);
  });

  it('[N31] uncaught errors are buffered too, until the service installs its listeners', async () => {
    const { page, tries, sent } = openReporter();
    page.dispatchEvent(Object.assign(new Event('error'), { error: new Error('thrown'), message: 'thrown' }));
    page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('rejected') }));
    tries[0]?.succeed();
    await expect.poll(() => sent).toHaveLength(2);
    page.dispatchEvent(Object.assign(new Event('error'), { error: new Error('later') }));
    expect(sent.map(([error]) => (error as Error).message)).toEqual(['thrown', 'rejected']);
  });

  it('[N31] the next report retries loading the service, and nothing is lost', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { reporter, tries, sent } = openReporter();
    reporter.report('first');
    tries[0]?.fail();
    await expect.poll(() => warned.mock.calls).toHaveLength(1);
    reporter.report('second');
    expect(tries).toHaveLength(2);
    tries[1]?.succeed();
    await expect.poll(() => sent.map(([error]) => error)).toEqual(['first', 'second']);
    warned.mockRestore();
  });

  it('[N31] of many errors before the service has loaded, the first ones are kept', async () => {
    const { reporter, tries, sent } = openReporter();
    for (let at = 0; at < 1000; at += 1) reporter.report(`error ${at}`);
    tries[0]?.succeed();
    await expect.poll(() => sent).toHaveLength(50);
    expect(sent[0]?.[0]).toBe('error 0');
  });

  it('[N30] the console shows the error without bodies', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    createConsoleReporter().report(new Error('x'), {
      source: 'list',
      sent: { password: 'secret' },
      received: 'secret',
    });
    expect(JSON.stringify(logged.mock.calls)).not.toContain('secret');
    logged.mockRestore();
  });
});

const opaque = 'Zt3_kQ9x-uV7bN2mL5pR8sW1yC4dF6gH0jK2lM4nO8q';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl';

describe('§8 What leaves', () => {
  it.each([
    ['a password by its field', { user: { password: 'qwerty-1' } }, 'qwerty-1'],
    ['a confirmation', { password_confirmation: 'qwerty-1' }, 'qwerty-1'],
    ['a token by its field', [{ refreshToken: { token: 'short' } }], 'short'],
    ['an address of e-mail by its field', { email: 'somebody' }, 'somebody'],
    ['an authorization header', { headers: { Authorization: 'Basic abc' } }, 'abc'],
    ['a bearer token in a text', { message: 'sent Bearer abc.def' }, 'abc.def'],
    ['a cookie', { 'Set-Cookie': 'sid=1234' }, '1234'],
    ['a password in a body that was cut', { body: '{"email":"x","password":"qwer' }, 'qwer'],
    ['a password in a form', { body: 'a=1&password=qwerty-1&b=2' }, 'qwerty-1'],
    ['an address of e-mail in a text', { text: 'нет: anna.b+x@mail.example.com!' }, 'anna.b'],
    ['an address of e-mail in Russian', { text: 'пишите на анна@почта.рф' }, 'анна'],
    ['an encoded address of e-mail', { text: 'x/anna%40example.com/y' }, 'anna%40'],
    ['an access token wherever it stands', { list: [`got ${jwt} back`] }, 'eyJ'],
    ['an opaque token wherever it stands', { deep: { deeper: [`refresh ${opaque}`] } }, opaque],
    ['the query of an address', { url: 'https://vitrina.test/reset-password?token=abc#x' }, 'abc'],
    ['the query of a path', { to: '/content/nomenclature?filter=secretfilter' }, 'secretfilter'],
    ['the hash of an address', { to: '/content#secrethash' }, 'secrethash'],
    ['the query of a request by its field', { data: { 'http.query': 'a=secretquery' } }, 'secretquery'],
    ['a secret as a key', { 'anna@example.com': 1 }, 'anna'],
  ])('[N30] has not %s', (_, value, secret) => {
    expect(JSON.stringify(scrub(value))).not.toContain(secret);
  });

  it('[N30] scrubbing twice changes nothing more', () => {
    const text = '{"password":"a b","token":1,"url":"/x?y=1"} Bearer abc, password: x] anna@example.com';
    const once = scrub(text);
    expect(once).toBe(
      '{"password":"[hidden]","token":[hidden],"url":"/x?[hidden]"} Bearer [hidden] password: [hidden] [hidden]',
    );
    expect(scrub(once)).toBe(once);
  });

  it('[N30] keeps what is needed for debugging', () => {
    const event = {
      event_id: '0123456789abcdef0123456789abcdef',
      release: '1.49.0',
      exception: { values: [{ type: 'ApiError', value: 'GET /products: server 500' }] },
      frames: [
        { filename: 'https://vitrina.test/assets/ListScreen-Bx1y2z3a.js', lineno: 1, colno: 2042, in_app: true },
      ],
      request: { url: 'https://vitrina.test/content/nomenclature' },
      body: '{"name":"Чай","price":"12.50","brand_id":null}',
      nothing: null,
    };
    expect(scrub(event)).toEqual(event);
  });

  it('[N30] contains no secret at any depth', () => {
    const secret = fc.constantFrom(jwt, opaque, 'anna@example.com', '"token":"qwerty-1"', '/x?password=qwerty-1');
    const { tree } = fc.letrec(tie => ({
      tree: fc.oneof({ maxDepth: 5 }, tie('leaf'), fc.array(tie('tree')), fc.dictionary(fc.string(), tie('tree'))),
      leaf: fc.oneof(
        fc.string(),
        fc.integer(),
        fc.constant(null),
        fc.tuple(fc.string(), secret).map(([before, found]) => `${before} ${found}`),
      ),
    }));
    fc.assert(
      fc.property(tree, value => {
        expect(JSON.stringify(scrub(value)) ?? '').not.toMatch(/eyJhbG|Zt3_kQ9x|anna@|qwerty-1/);
      }),
    );
  });
});
