import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';
import type { ServerDeps } from './http/deps.ts';
import { translate } from './translate.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** What became of an e-mail: an SMTP server accepted it, or it is a file in the outbox; because of `error`, if any. */
export type Delivery = { isSent: true } | { isSent: false; path: string; error?: unknown };

/** Never rejects because of SMTP. An e-mail that cannot be sent is kept in the outbox, so that it is not lost. */
export interface Mailer {
  send: (mail: Mail) => Promise<Delivery>;
  /** @throws when the SMTP server does not accept a connection */
  check: () => Promise<void>;
}

/** In ms. No request waits for e-mails to be sent, but a shutdown does, even if the SMTP server does not respond. */
const TIMEOUT_MS = 10_000;

/**
 * Sends emails over SMTP if a server is configured. Without one, or if sending fails, each email is written to a file in
 * `DATA_DIR/outbox` and its path is logged. Only the system user of the server may read the file, because it may contain
 * a link that resets a password.
 */
export const createMailer = ({
  config,
  log,
  webAddress,
}: Pick<ServerDeps, 'config' | 'log' | 'webAddress'>): Mailer => {
  const { smtpUrl, dataDir } = config;
  const patience = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = smtpUrl === undefined ? null : createTransport({ url: smtpUrl, ...patience });
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const addSender = (mail: Mail) => ({
    ...mail,
    from: { name: translate('mail.sender'), address: getSenderAddress(config, webAddress()) },
  });

  const saveMail = async (mail: Mail): Promise<string> => {
    const folder = join(dataDir, 'outbox');
    const { message } = await composer.sendMail(addSender(mail));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`);
    await writeFile(path, message, { mode: 0o600, flag: 'wx' });
    log.info(translate('mail.written', { path }));
    return path;
  };
  return {
    check: async () => void (await transport?.verify()),
    send: async mail => {
      if (!transport) return { isSent: false, path: await saveMail(mail) };
      try {
        await transport.sendMail(addSender(mail));
        return { isSent: true };
      } catch (error) {
        log.error('SMTP', error);
        return { isSent: false, path: await saveMail(mail), error };
      }
    },
  };
};

/**
 * `MAIL_FROM`, or else an address at the web application's host. An IP address is not a mail domain, so it is replaced
 * by `localhost`.
 */
export const getSenderAddress = ({ mailFrom }: Pick<Config, 'mailFrom'>, webAddress: string): string => {
  const { hostname } = new URL(webAddress);
  return mailFrom ?? `vitrina@${/[a-z]/i.test(hostname) && !hostname.includes(':') ? hostname : 'localhost'}`;
};
