import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Texts of the mails that a server without SMTP has written, oldest first. @param dataDir its `DATA_DIR` */
export const mailsIn = (dataDir: string): string[] => {
  const folder = join(dataDir, 'outbox');
  return readdirSync(folder)
    .toSorted()
    .map(name => textOf(readFileSync(join(folder, name), 'utf8')));
};

/** The decoded body of a single-part mail. */
const textOf = (mail: string): string => {
  const end = mail.indexOf('\r\n\r\n');
  const [head, body] = [mail.slice(0, end), mail.slice(end + 4)];
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(head)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};
