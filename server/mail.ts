import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';
import type { Deps } from './http/deps.ts';
import { translate } from './translate.ts';

/** A mail in plain text to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mails. What cannot be sent is logged and kept, never thrown. */
export interface Mailer {
  send: (mail: Mail) => Promise<void>;
}

/** In ms: an SMTP server that says nothing holds up nobody, but a stop waits for it. */
const TIMEOUT = 10_000;

/**
 * Mails by SMTP where there is a server for it. Without one, or when it refuses, each is a file of its own in
 * `DATA_DIR/outbox`, readable by its owner only (it may hold a link to somebody's new password), named in the log.
 */
export const createMailer = ({ config, log, webAddress }: Pick<Deps, 'config' | 'log' | 'webAddress'>): Mailer => {
  const { smtpUrl, dataDir } = config;
  const patience = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT };
  const smtp = smtpUrl === undefined ? null : createTransport({ url: smtpUrl, ...patience });
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const whole = (mail: Mail) => ({
    ...mail,
    from: { name: translate('mail.sender'), address: sender(config, webAddress()) },
  });

  const keep = async (mail: Mail): Promise<void> => {
    const folder = join(dataDir, 'outbox');
    const { message } = await composer.sendMail(whole(mail));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`);
    await writeFile(path, message, { mode: 0o600, flag: 'wx' });
    log.info(translate('mail.written', { path }));
  };
  return {
    send: async mail => {
      if (!smtp) return keep(mail);
      try {
        await smtp.sendMail(whole(mail));
      } catch (error) {
        log.fault('SMTP', error);
        await keep(mail);
      }
    },
  };
};

/** `MAIL_FROM`, else an address at the host of the web application; a bare number is no mail domain. */
const sender = ({ mailFrom }: Pick<Config, 'mailFrom'>, webAddress: string): string => {
  const { hostname } = new URL(webAddress);
  return mailFrom ?? `vitrina@${/[a-z]/i.test(hostname) && !hostname.includes(':') ? hostname : 'localhost'}`;
};
