import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createMailer } from '#server/mail.ts';
import { createTestLog } from '#tests/support/log.ts';
import { openMailbox } from '#tests/support/smtp.ts';

const mail = {
  to: 'anna@example.com',
  subject: 'Новый пароль',
  text: 'Здравствуйте, Анна.\n\nhttps://vitrina.example/x',
};

describe('Contract 7: mail', () => {
  let folder = '';
  const lines: string[] = [];
  const faults: unknown[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrina-mail-'));
    lines.length = 0;
    faults.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const send = async (environment: Record<string, string>, webAddress = 'https://vitrina.example'): Promise<void> => {
    const log = createTestLog({
      info: text => void lines.push(text),
      error: (_, error) => void faults.push(error),
    });
    const config = readConfig({ DATA_DIR: folder, ...environment });
    await createMailer({ config, log, webAddress: () => webAddress }).send(mail);
  };
  const outbox = (): string[] => readdirSync(join(folder, 'outbox')).map(name => join(folder, 'outbox', name));
  const header = (text: string, name: string): string =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
  const decoded = (word: string): string =>
    word.replace(/=\?UTF-8\?B\?(.*?)\?=/g, (_, text: string) => Buffer.from(text, 'base64').toString());

  it('[S24] without SMTP_URL a mail is a file that only its owner can read, and its path is logged', async () => {
    await send({});
    const [path = ''] = outbox();
    expect(lines).toEqual([`Письмо записано: ${path}`]);
    expect([statSync(path).mode & 0o777, statSync(join(folder, 'outbox')).mode & 0o777]).toEqual([0o600, 0o700]);
    const text = readFileSync(path, 'utf8');
    expect(header(text, 'To')).toBe('anna@example.com');
    expect(decoded(header(text, 'Subject'))).toBe('Новый пароль');
    expect(decoded(header(text, 'From'))).toBe('Витрина <vitrina@vitrina.example>');
    expect(header(text, 'Content-Type')).toContain('text/plain; charset=utf-8');
  });

  it('[S24] with SMTP_URL it is sent there, from MAIL_FROM', async () => {
    const mailbox = await openMailbox();
    await send({ SMTP_URL: mailbox.url, MAIL_FROM: 'office@example.com' });
    mailbox.close();
    expect(mailbox.received).toHaveLength(1);
    expect(decoded(header(mailbox.received[0] ?? '', 'From'))).toBe('Витрина <office@example.com>');
    expect(readdirSync(folder)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('[S24] a mail that the server refuses is logged and stored as a file', async () => {
    const mailbox = await openMailbox(550);
    await send({ SMTP_URL: mailbox.url }, 'http://127.0.0.1:3000');
    mailbox.close();
    expect(faults).toHaveLength(1);
    expect(outbox()).toHaveLength(1);
    expect(decoded(header(readFileSync(outbox()[0] ?? '', 'utf8'), 'From'))).toBe('Витрина <vitrina@localhost>');
  });
});
