import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { MailTest, System } from '#contract/system.ts';
import { readConfig } from '#server/config.ts';
import { createApp } from '#server/http/app.ts';
import type { ServerDeps } from '#server/http/deps.ts';
import { createMailer } from '#server/mail.ts';
import { createTestLog } from '#tests/support/log.ts';
import { describeOnBoth, senderOf } from '#tests/support/server.ts';
import { openMailbox } from '#tests/support/smtp.ts';

/** None of them looks like a secret, so that only knowing them helps. */
const secrets = {
  SECRETS: JSON.stringify({ access: 'абрикос-'.repeat(5), refresh: 'яблоко-'.repeat(6) }),
  METRICS_TOKEN: 'груша-метрик-0001',
  OTEL_EXPORTER_OTLP_HEADERS: 'x-key=kryzhovnikotel',
  DATABASE_URL: 'postgres://dbname:%D0%B2%D0%B8%D1%88%D0%BD%D1%8F@db.example:5433/vitrina?sslpassword=malina',
  FILES_URL: 'https://keyname:slivasliva@s3.example/bucket?region=smorodina',
  SMTP_URL: 'smtp://postname:kryzhovnik@127.0.0.1:1/?token=klyukva',
  SENTRY_DSN: 'https://brusnika@sentry.example/7',
};
const hidden =
  /абрикос|яблоко|груша|вишня|%D0%B2|malina|dbname|keyname|slivasliva|smorodina|postname|kryzhovnik|klyukva|brusnika/;

describeOnBoth('What the system page keeps to itself', server => {
  const configure = (environment: Record<string, string>) =>
    readConfig({ DATA_DIR: server().deps.config.dataDir, CALLS_PER_SECOND: '0', ...environment });
  const adminOf = async (overrides: Partial<ServerDeps>) =>
    senderOf(createApp({ ...server().deps, ...overrides }), (await server().signIn('admin')).access);

  it('[Z53] no secret is in the answer, whichever variable has it', async () => {
    const config = configure(secrets);
    const { status, result } = await (await adminOf({ config }))('GET', '/system');
    expect(status).toBe(200);
    expect(JSON.stringify(result)).not.toMatch(hidden);
    const { settings, files, mail } = result as System;
    const shown = Object.fromEntries(settings.filter(({ is_set }) => is_set).map(({ name, value }) => [name, value]));
    expect(shown).toMatchObject({
      SECRETS: null,
      METRICS_TOKEN: null,
      OTEL_EXPORTER_OTLP_HEADERS: null,
      DATABASE_URL: 'postgres://db.example:5433/vitrina',
      FILES_URL: 'https://s3.example/bucket',
      SMTP_URL: 'smtp://127.0.0.1:1/',
      SENTRY_DSN: 'https://sentry.example/7',
    });
    expect([files.place, mail.place]).toEqual(['https://s3.example/bucket', 'smtp://127.0.0.1:1/']);
  });

  it('[Z53] errors that repeat a secret are shown without it', async () => {
    const config = configure(secrets);
    const fail =
      (...parts: string[]) =>
      () =>
        Promise.reject(new Error('outer', { cause: new Error(parts.join(' ')) }));
    const files = { ...server().deps.files, check: fail('refused for keyname with', 'slivasliva') };
    const mailer = { ...server().deps.mailer, check: fail('535 postname kryzhovnik вишня', 'груша-метрик-0001') };
    const { result } = await (await adminOf({ config, files, mailer }))('GET', '/system');
    expect(JSON.stringify(result)).not.toMatch(hidden);
    expect((result as System).files.error).toBe('refused for … with …');
  });

  it('[Z56] a test mail without a server is a file', async () => {
    const config = configure({});
    const mailer = createMailer({ config, log: createTestLog({}), webAddress: () => 'https://vitrina.example' });
    const { user } = await server().signIn('admin');
    const answer = (await (await adminOf({ config, mailer }))('POST', '/system/mail')).result as MailTest;
    expect(answer).toMatchObject({ to: user.email, is_sent: false });
    const path = /^Сервер почты не задан \(SMTP_URL\), письмо записано в файл: (.+\.eml)$/.exec(answer.text)?.[1] ?? '';
    expect(readFileSync(path, 'utf8')).toContain(`To: ${user.email}`);
  });

  it.each([
    [250, true, /^Сервер почты принял письмо для \S+\. Если оно не придёт/],
    [
      550,
      false,
      /^Письмо не ушло: сервер почты не принял адрес отправителя или получателя \(.+\)\. Оно записано в файл: .+\.eml$/,
    ],
    [null, false, /^Письмо не ушло: сервер почты не отвечает \(connect ECONNREFUSED .+\)\. Оно записано/],
  ])(
    '[Z56] a test mail goes to the administrator’s own address, and what became of it is said: %s',
    async (code, is_sent, text) => {
      const mailbox = await openMailbox(code ?? 250);
      if (code === null) mailbox.close();
      const config = configure({ SMTP_URL: code === null ? 'smtp://127.0.0.1:1' : mailbox.url });
      const mailer = createMailer({
        config,
        log: createTestLog({ error: () => {} }),
        webAddress: () => 'https://vitrina.example',
      });
      const { user } = await server().signIn('admin');
      const answer = (await (await adminOf({ config, mailer }))('POST', '/system/mail')).result as MailTest;
      if (code !== null) mailbox.close();
      expect(answer).toEqual({ to: user.email, is_sent, text: expect.stringMatching(text) });
      expect(mailbox.received.filter(mail => mail.includes(`To: ${user.email}`))).toHaveLength(code === 250 ? 1 : 0);
    },
  );

  it('[Z56] a test mail that the server refuses is explained without its password', async () => {
    const config = configure({ ...secrets });
    const error = Object.assign(new Error('535 no such user postname/kryzhovnik'), { code: 'EAUTH' });
    const mailer = { ...server().deps.mailer, send: async () => ({ isSent: false, path: '/x.eml', error }) as const };
    const answer = (
      await (
        await adminOf({ config, mailer })
      )('POST', '/system/mail', undefined, { 'Accept-Language': 'en' })
    ).result;
    expect(answer).toMatchObject({
      is_sent: false,
      text: 'The e-mail was not sent: the mail server did not accept the name or the password (535 no such user …/…). It was written to a file: /x.eml',
    });
  });
});
