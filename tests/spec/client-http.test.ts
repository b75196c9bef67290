import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { ru } from '#i18n/ru.ts';
import { buildTranslator } from '#i18n/translate.ts';
import type { ApiError } from '#providers/http/errors.ts';
import { createApi } from '#providers/http/http.ts';
import { toHttpError } from '#providers/http/httpError.ts';
import { sendPlainRequest } from '#providers/http/sendPlainRequest.ts';
import {
  createNoticeFilter,
  SILENT_MESSAGE,
  splitNotice,
  toImportMessages,
  toNotice,
} from '#providers/reporting/notices.ts';
import { answeringServers } from '#tests/support/answering.ts';

const answering = answeringServers();
const signedIn = {
  accessToken: () => 'token',
  whenSettled: () => Promise.resolve(),
  refresh: () => Promise.resolve(null),
};
const clientOf = (baseUrl: string, report?: (error: ApiError) => void) =>
  createApi({ baseUrl, session: signedIn, report });
const apiAnswering = (body: unknown, status?: number) => clientOf(answering(body, status));
const failure = (body: unknown, status?: number): Promise<ApiError> =>
  apiAnswering(body, status)(thing, one).then(
    () => expect.unreachable('the call succeeded'),
    (error: ApiError) => error,
  );
const translate = buildTranslator('ru', ru.errors);
const thing = endpoint('GET /things/:id', { access: 'signed-in', result: z.object({ id: z.int(), name: z.string() }) });
const one = { params: { id: 7 } };

describe('§7 Calls of the client', () => {
  it('[C1] [E20] a call carries the stored token and opens the envelope', async () => {
    const seen = vi.fn<(request: Request) => void>();
    const baseUrl = answering.by(({ request }) => {
      seen(request);
      return HttpResponse.json({ code: 200, message: 'success', result: { id: 7, name: 'Чай' } });
    });
    await expect(clientOf(baseUrl)(thing, one)).resolves.toEqual({ id: 7, name: 'Чай' });
    const [request] = seen.mock.calls[0] ?? [];
    expect(request?.headers.get('Authorization')).toBe('Bearer token');
    expect(request?.url).toBe(`${baseUrl}/things/7`);
  });

  it('[X11] a query is flat: several values are repeated, empty ones left out', async () => {
    const seen = vi.fn<(search: string) => void>();
    const baseUrl = answering.by(({ request }) => {
      seen(new URL(request.url).search);
      return HttpResponse.json({ code: 200, result: null });
    });
    const list = endpoint('GET /things', { query: z.record(z.string(), z.unknown()), result: z.null() });
    await clientOf(baseUrl)(list, { query: { brand: [3, 7], search: 'чай & кофе', status: undefined } });
    expect(new URLSearchParams(seen.mock.calls[0]?.[0]).getAll('brand')).toEqual(['3', '7']);
    expect(new URLSearchParams(seen.mock.calls[0]?.[0]).get('search')).toBe('чай & кофе');
    expect(seen.mock.calls[0]?.[0]).not.toContain('status');
  });

  it('[V5] [C19] an upload sends one file in the field that the endpoint names', async () => {
    const names: string[] = [];
    const baseUrl = answering.by(async ({ request }) => {
      const form = await request.formData();
      for (const [name, value] of form) names.push(`${name}: ${(value as File).name}`);
      return HttpResponse.json(['Файл принят', 'Импорт начат']);
    });
    const file = new File(['name\nЧай'], 'товары.csv', { type: 'text/csv' });
    const answer = await clientOf(baseUrl).withMessages(endpoints.imports.start, { file });
    expect(names).toEqual(['table: товары.csv']);
    expect(answer).toEqual({ result: null, messages: ['Файл принят', 'Импорт начат'] });
  });

  it('[C1] an aborted call rejects as aborted, not as a failure', async () => {
    const baseUrl = answering.by(() => new Promise<never>(() => undefined));
    const leaving = new AbortController();
    const call = clientOf(baseUrl)(thing, { ...one, signal: leaving.signal });
    leaving.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('[I19] a downloaded file has its name', async () => {
    const baseUrl = answering.by(
      () =>
        new HttpResponse('xlsx', {
          headers: { 'Content-Disposition': "attachment; filename*=UTF-8''%D1%88%D0%B0%D0%B1%D0%BB%D0%BE%D0%BD.xlsx" },
        }),
    );
    const { blob, fileName } = await clientOf(baseUrl).download(endpoints.imports.template);
    expect([await blob.text(), fileName]).toEqual(['xlsx', 'шаблон.xlsx']);
  });
});

describe('Contract 1: a tolerant reader', () => {
  const call = (body: unknown) => apiAnswering(body)(thing, one);

  it.each([
    ['under result', { code: 200, message: 'success', result: { id: 7, name: 'Чай' } }],
    ['at the top level', { code: 200, message: 'success', id: 7, name: 'Чай' }],
    ['without a message', { code: 200, result: { id: 7, name: 'Чай' } }],
    ['without a code', { result: { id: 7, name: 'Чай' } }],
    ['with fields that nobody declared', { code: 200, result: { id: 7, name: 'Чай', colour: 'red' } }],
  ])('[E20] [X1] a result is read %s', async (_, body) => {
    await expect(call(body)).resolves.toEqual({ id: 7, name: 'Чай' });
  });

  it.each([
    ['items.items', { code: 200, items: { items: [{ id: 1 }] } }],
    ['result.items', { code: 200, result: { items: [{ id: 1 }] } }],
  ])('[X28] all current drafts are read under %s', async (_, body) => {
    const drafts = endpoint('GET /drafts/all-currents', {
      result: z.object({ items: z.array(z.object({ id: z.int() })) }),
    });
    await expect(apiAnswering(body)(drafts)).resolves.toEqual({ items: [{ id: 1 }] });
  });

  it.each([
    ['a field of another kind', { code: 200, result: { id: 'seven', name: 'Чай' } }, 'id'],
    ['a missing field', { code: 200, result: { id: 7 } }, 'name'],
    ['no result', { code: 200, message: 'success' }, 'id'],
    ["a proxy's page", '<html>Bad gateway</html>', ''],
    ['an array of messages where a record belongs', ['Готово'], ''],
  ])('[X6] %s is an error that names the endpoint and the field, and is reported', async (_, body, field) => {
    const report = vi.fn<(error: ApiError) => void>();
    await expect(clientOf(answering(body), report)(thing, one)).rejects.toMatchObject({
      kind: 'unreadable',
      endpoint: 'GET /things/:id',
      field,
    });
    expect(report).toHaveBeenCalledOnce();
    expect(toNotice(report.mock.calls[0]?.[0] as ApiError, translate)?.text).toContain('GET /things/:id');
  });

  it('[X2] [X3] a failure includes the message for users and the messages of its fields', async () => {
    const errors = { name: ['Заполните поле'], weight: 'Нужно число' };
    await expect(failure({ code: 400, message: 'Проверьте поля', errors }, 400)).resolves.toMatchObject({
      kind: 'invalid',
      status: 400,
      messages: ['Проверьте поля'],
      errors: { name: ['Заполните поле'], weight: ['Нужно число'] },
    });
  });

  it('[X2] the code of the envelope counts when the status is 200', async () => {
    await expect(failure({ code: 404, message: 'Нет такой' })).resolves.toMatchObject({
      kind: 'notFound',
      status: 404,
    });
  });

  it('[X2] [N6] a 500 under the status 200 is reported and shown like any other', async () => {
    const report = vi.fn<(error: ApiError) => void>();
    const call = clientOf(answering({ code: 500, message: 'Сбой' }), report)(thing, one);
    const error: unknown = await call.catch((failure: unknown) => failure);
    expect(error).toMatchObject({ kind: 'server', status: 500 });
    expect(report.mock.calls.map(([reported]) => reported)).toEqual([error]);
    const text = 'Что-то пошло не так.. Обратитесь в поддержку';
    expect(toNotice(error as ApiError, translate)).toEqual({ text, type: 'error' });
  });

  it('[X17] a conflict includes the current record', async () => {
    const answer = await failure({ code: 409, message: 'Изменена', result: { id: 7, version: 3 } }, 409);
    expect(answer).toMatchObject({ kind: 'conflict', result: { id: 7, version: 3 } });
  });
});

describe('§8 What a failure shows', () => {
  it.each([
    [400, 'invalid'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [409, 'conflict'],
    [413, 'tooLarge'],
    [429, 'tooMany'],
    [500, 'server'],
    [504, 'unavailable'],
    [418, 'unknown'],
    [502, 'unknown'],
  ])('[N9] a %i is of the kind %s', async (status, kind) => {
    await expect(failure({ code: status }, status)).resolves.toMatchObject({ kind, status });
  });

  it('[N9] an unreachable server is a network error', async () => {
    await expect(clientOf('http://127.0.0.1:1')(thing, one)).rejects.toMatchObject({ kind: 'network', status: 0 });
  });

  it('[N5] a 403 shows nothing', async () => {
    expect(toNotice(await failure({ code: 403, message: 'Нельзя' }, 403), translate)).toBeNull();
  });

  it.each([
    [500, 'Что-то пошло не так.. Обратитесь в поддержку', '[N6]'],
    [418, 'Упс! Что то пошло не так!', '[N7]'],
  ])('[N6] [N7] a %i is reported and shows "%s"', async (status, text) => {
    const report = vi.fn<(error: ApiError) => void>();
    const call = clientOf(answering({ code: status, message: 'Сбой' }, status), report)(thing, one);
    await expect(call).rejects.toMatchObject({ status });
    expect(toNotice(report.mock.calls[0]?.[0] as ApiError, translate)).toEqual({ text, type: 'error' });
  });

  describe('the code of a request', () => {
    const coded = (body: object | string, status: number, id = '7K3M-Q9TD') =>
      answering.by(() => {
        const options = { status, headers: { 'X-Request-Id': id } };
        return typeof body === 'string' ? HttpResponse.html(body, options) : HttpResponse.json(body, options);
      });
    const failing = (...answer: Parameters<typeof coded>): Promise<ApiError> =>
      clientOf(coded(...answer))(thing, one).then(
        () => expect.unreachable('the call succeeded'),
        (error: ApiError) => error,
      );
    const textOf = async (...answer: Parameters<typeof coded>) =>
      toNotice(await failing(...answer), translate)?.text.replaceAll('\u2060', '') ?? null;

    it.each([
      [500, {}, 'Что-то пошло не так.. Обратитесь в поддержку\nКод обращения: 7K3M-Q9TD'],
      [504, { code: 504, message: 'Не дождались' }, 'Не дождались\nКод обращения: 7K3M-Q9TD'],
      [502, '<html>', 'Упс! Что то пошло не так!\nКод обращения: 7K3M-Q9TD'],
      [400, { code: 400, message: 'Проверьте' }, 'Проверьте'],
      [404, { code: 404, message: 'Нет такой' }, 'Нет такой'],
      [403, {}, null],
    ])('[N501] follows the text of a %i where nobody at the screen could help it', async (status, body, text) => {
      expect(await textOf(body, status)).toBe(text);
    });

    it('[N501] follows that of an unreadable answer', async () => {
      expect(await textOf({ code: 200, result: { id: 'seven' } }, 200)).toMatch(/\nКод обращения: 7K3M-Q9TD$/);
    });

    it('[N501] is left out where the header is no id', async () => {
      expect(await textOf({}, 500, 'a'.repeat(37))).not.toContain('Код');
    });

    it('[N501] is in the errors of react-admin, of imports and of calls without the client, and in the report', async () => {
      const shown = { text: expect.any(String) as string, idLine: { label: 'Код обращения: ', id: '7K3M-Q9TD' } };
      const error = await failing({}, 500);
      expect(splitNotice((toHttpError(error, translate) as Error).message)).toEqual(shown);
      expect(toImportMessages(error, translate).map(splitNotice)).toEqual([shown]);
      const report = vi.fn<(error: ApiError) => void>();
      const plain = sendPlainRequest({ baseUrl: coded({}, 500), endpoint: 'POST /auth/login', report });
      await expect(plain).rejects.toMatchObject({ requestId: '7K3M-Q9TD' });
      expect(report.mock.calls).toEqual([[expect.objectContaining({ requestId: '7K3M-Q9TD' }), expect.anything()]]);
    });

    it('[N501] [N25] does not tell failures apart', async () => {
      const passes = createNoticeFilter(() => 0);
      const texts = await Promise.all(
        ['7K3M-Q9TD', 'A1B2-C3D4'].map(async id => toNotice(await failing({}, 500, id), translate)?.text),
      );
      expect(texts[0]).not.toBe(texts[1]);
      expect(texts.map(text => passes(text))).toEqual([true, false]);
    });
  });

  it('[N10] an array error body is shown message by message', async () => {
    const error = await failure(['Нет колонки', 'Пустой файл'], 400);
    expect(toImportMessages(error, translate)).toEqual(['Нет колонки', 'Пустой файл']);
  });

  it('[N11] an import that fails without a text shows the unknown one', async () => {
    expect(toImportMessages(await failure('<html>', 500), translate)).toEqual([
      'Не известная ошибка, обратитесь к поддержке',
    ]);
  });

  it('[N26] of a thousand messages the first are shown without duplicates, and the others are counted', async () => {
    const texts = Array.from({ length: 1000 }, (_, at) => `Поле ${at}`);
    const text = toNotice(await failure([...texts, ...texts], 400), translate)?.text;
    expect(text).toBe([...texts.slice(0, 5), 'и ещё 995'].join('\n'));
    const long = toNotice(await failure({ code: 400, message: 'а'.repeat(5000) }, 400), translate)?.text;
    expect(long).toBe(`${'а'.repeat(500)}…`);
  });

  it('[N25] [N6] ten simultaneous failures show one notice, and silent ones show none', () => {
    let now = 0;
    const passes = createNoticeFilter(() => now);
    const texts = [...Array.from({ length: 10 }, () => 'Нет связи'), 'Другое', SILENT_MESSAGE];
    expect(texts.filter(text => passes(text))).toEqual(['Нет связи', 'Другое']);
    now = 5000;
    expect(passes('Нет связи')).toBe(true);
  });
});
