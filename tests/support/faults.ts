import { HttpResponse } from 'msw';
import type { ApiErrorKind } from '#providers/http/errors.ts';

/** A bad answer of the server, and what §8 and contract 1 require the client to do with it. */
export interface Fault {
  name: string;
  answer: () => Response;
  kind: ApiErrorKind;
  /** Text of the notice; null if there is none, `server` for the message in the response. */
  says: string | null;
  isReported: boolean;
}

/** Start of every sentence that the fake server sends, to recognise it in a notice. */
export const SAID = 'Так сказал сервер';

const status = (code: number, says: string | null, kind: ApiErrorKind, isReported = false): Fault => ({
  name: `a ${code}`,
  answer: () => HttpResponse.json({ code, message: `${SAID}: ${code}` }, { status: code }),
  kind,
  says: says === SAID ? `${SAID}: ${code}` : says,
  isReported,
});
const body = (name: string, text: string, code = 200): Fault => ({
  name,
  answer: () => HttpResponse.html(text, { status: code }),
  kind: 'unreadable',
  says: 'Ответ сервера не удалось прочитать',
  isReported: true,
});

const OUR_FAULT = 'Что-то пошло не так.. Обратитесь в поддержку';
const UNKNOWN = 'Упс! Что то пошло не так!';

/** Every failure that §8 and the contract name, with the exact texts. */
export const faults: readonly Fault[] = [
  status(400, SAID, 'invalid'),
  status(401, null, 'unauthorized'),
  status(403, null, 'forbidden'),
  status(404, SAID, 'notFound'),
  status(409, SAID, 'conflict'),
  status(413, SAID, 'tooLarge'),
  status(429, SAID, 'tooMany'),
  status(500, OUR_FAULT, 'server', true),
  status(504, SAID, 'unavailable'),
  status(507, SAID, 'diskFull'),
  status(418, UNKNOWN, 'unknown', true),
  status(502, UNKNOWN, 'unknown', true),
  {
    name: 'no network',
    answer: () => HttpResponse.error(),
    kind: 'network',
    says: 'Нет связи с сервером. Проверьте подключение: введённое не потеряно',
    isReported: false,
  },
  body('an HTML body', '<html><h1>Bad gateway</h1></html>'),
  body('an empty body', ''),
  body('a cut JSON', '{"code":200,"message":"success","result":{"ite'),
  { ...body('an HTML body of a 500', '<html><h1>Error</h1></html>', 500), kind: 'server', says: OUR_FAULT },
  { ...body('a bare 413 of a proxy', '', 413), kind: 'tooLarge', says: 'Слишком много данных', isReported: false },
];

export const faultsByKind = faults.filter(({ kind }, at) => faults.findIndex(other => other.kind === kind) === at);
