import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { ApiFailure } from '../../http/errors.ts';

export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** OWASP's recommendation for scrypt: 32 MiB and about 0.2 s per hash. */
const COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const MAX_MEMORY = 64 * 2 ** 20;
const KEY_BYTES = 32;
const AT_ONCE = 2;
/** About five seconds of work. Beyond that callers get a 429, so that the queue cannot grow without bound. */
const MAX_WAITING = 50;
const BUSY = 5;

/**
 * Hashes a password as `scrypt$N$r$p$salt$key`, salt and key in base64url. Includes the cost, so that it can be raised
 * later without invalidating old hashes.
 */
export const hashPassword = async (password: string, cost = COST): Promise<string> => {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
};

/**
 * Compares a password with a stored hash. Without a hash it takes as long and returns false, so that timing does not
 * reveal whether an account exists.
 * @throws {ApiFailure} 429 when the queue is full
 */
export const verifyPassword = async (password: string, kept: string | null, cost = COST): Promise<boolean> => {
  const [, N, r, p, salt, key] = (kept ?? nobody(cost)).split('$');
  const expected = Buffer.from(key ?? '', 'base64url');
  const options = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await derive(password, Buffer.from(salt ?? '', 'base64url'), options);
  return timingSafeEqual(actual, expected) && kept !== null;
};

const nobody = ({ N, r, p }: PasswordCost): string =>
  ['scrypt', N, r, p, 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(43)].join('$');

let running = 0;
const waiting: (() => void)[] = [];

/** Limited to two at a time, because each occupies 32 MiB and a thread of the pool that other requests need. */
const derive = async (password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> => {
  if (waiting.length >= MAX_WAITING) throw new ApiFailure('tooMany', { values: { seconds: BUSY }, retryAfter: BUSY });
  if (running >= AT_ONCE) await new Promise<void>(resolve => waiting.push(resolve));
  else running += 1;
  try {
    return await new Promise((resolve, reject) => {
      const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key));
      scrypt(password.normalize('NFC'), salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY }, done);
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};
