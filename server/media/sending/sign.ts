import { createHash, createHmac, randomBytes } from 'node:crypto';

/** What goes with a file, so that its receiver can tell who sent it, when, and that it came whole. */
export interface Signed {
  method: string;
  /** As on the request's first line. */
  path: string;
  /** ISO 8601, UTC. */
  date: string;
  /** SHA-256 of the body, hexadecimal. */
  contentHash: string;
}

/** HMAC-SHA256 over method, path, date and content hash, a line each; hexadecimal (decision 64). */
const signatureOf = (key: string, { method, path, date, contentHash }: Signed): string =>
  createHmac('sha256', key).update([method, path, date, contentHash].join('\n')).digest('hex');

/** The headers that carry it. */
export const signedHeaders = (key: string, signed: Signed): Record<string, string> => ({
  'Vitrina-Date': signed.date,
  'Vitrina-Content-SHA256': signed.contentHash,
  'Vitrina-Signature': `v1=${signatureOf(key, signed)}`,
});

/** SHA-256, hexadecimal. */
export const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** What a new key is derived from. */
export const newSalt = (): string => randomBytes(32).toString('base64url');

/**
 * The key of a cafe: of its salt in the database and a secret in the data directory, so that neither alone signs
 * anything.
 */
export const keyOf = (secret: string, salt: string): string =>
  createHmac('sha256', secret).update(`cafe ${salt}`).digest('base64url');
