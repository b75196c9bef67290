import type { MailTest } from '#contract/system.ts';
import type { ServerDeps } from '../http/deps.ts';
import { translate } from '../translate.ts';
import { createErrorExplainer, type ExplainError } from './explainError.ts';

/** The errors of an SMTP server that an administrator can act on, by the code that nodemailer gives them. */
const reasons = {
  ECONNECTION: 'unreachable',
  ESOCKET: 'unreachable',
  ECONNREFUSED: 'unreachable',
  EDNS: 'unknownHost',
  ENOTFOUND: 'unknownHost',
  ETIMEDOUT: 'silent',
  EAUTH: 'credentials',
  ENOAUTH: 'credentials',
  EENVELOPE: 'address',
  ETLS: 'encryption',
} as const;

const isKnownCode = (code: unknown): code is keyof typeof reasons =>
  typeof code === 'string' && Object.hasOwn(reasons, code);

/** Sends a mail to an administrator's own address, and says what became of it. */
export const testMail = async (deps: ServerDeps, to: string): Promise<MailTest> => {
  const place = deps.webAddress();
  const delivery = await deps.mailer.send({
    to,
    subject: translate('mail.test.subject'),
    text: translate('mail.test.text', { place }),
  });
  if (delivery.isSent) return { to, is_sent: true, text: translate('system.mail.sent', { to }) };
  const { path, error } = delivery;
  if (error === undefined) return { to, is_sent: false, text: translate('system.mail.written', { path }) };
  const reason = explainMailError(error, createErrorExplainer(deps));
  return { to, is_sent: false, text: translate('system.mail.failed', { reason, path }) };
};

/** The cause in words, and what the mail server said. */
export const explainMailError = (error: unknown, explain: ExplainError): string => {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return `${translate(`system.mail.reasons.${isKnownCode(code) ? reasons[code] : 'other'}`)} (${explain(error)})`;
};
