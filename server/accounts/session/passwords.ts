import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { ApiFailure } from '../../http/errors.ts';

/** The cost of one guess, in scrypt's own terms. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** OWASP's figures for scrypt; 32 MiB and some 0.2 s each. */
const COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const MAX_MEMORY = 64 * 2 ** 20;
const KEY_BYTES = 32;
const AT_ONCE = 2;
/** Some five seconds of work; further callers are asked to come back, so that the queue cannot grow without end. */
const MAX_WAITING = 50;
const BUSY = 5;

/** The stored form of a password: `scrypt$N$r$p$salt$key`, the last two in base64url. */
export const hashPassword = async (password: string, cost = COST): Promise<string> => {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
};

/**
 * Whether the password matches the stored one. With none stored it takes as long and answers no, so that the duration does
 * not show whether an account exists.
 * @throws {ApiFailure} 429 when too many are waiting.
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

/** At most two at a time: more would take the memory and the threads that other calls need. */
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
