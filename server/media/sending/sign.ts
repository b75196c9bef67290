import { createHash, createHmac, randomBytes } from 'node:crypto';

/** The values that let a receiver verify the sender, the age and the content of a request. */
export interface SignedRequest {
  method: string;
  path: string;
  /** ISO 8601 in UTC. */
  date: string;
  contentHash: string;
}

/** HMAC-SHA256 over method, path, date and content hash, one per line; hexadecimal (decision 64). */
const createSignature = (key: string, { method, path, date, contentHash }: SignedRequest): string =>
  createHmac('sha256', key).update([method, path, date, contentHash].join('\n')).digest('hex');

export const createSignedHeaders = (key: string, signedRequest: SignedRequest): Record<string, string> => ({
  'Vitrina-Date': signedRequest.date,
  'Vitrina-Content-SHA256': signedRequest.contentHash,
  'Vitrina-Signature': `v1=${createSignature(key, signedRequest)}`,
});

export const hashSha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** The key itself is never stored, so that a leaked database is not enough to sign requests. */
export const createSalt = (): string => randomBytes(32).toString('base64url');

/**
 * Derives a cafe's key from its salt in the database and a secret in the data directory, so that a leak of one of them
 * is not enough to sign.
 */
export const deriveCafeKey = (secret: string, salt: string): string =>
  createHmac('sha256', secret).update(`cafe ${salt}`).digest('base64url');
