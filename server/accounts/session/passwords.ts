import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { hashingLimits } from '#contract/limits.ts';
import { createFairQueue, type QueueLimits } from './fairQueue.ts';

export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** OWASP's recommendation for scrypt: 32 MiB and about 0.2 s per hash. */
const SCRYPT_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const MAX_MEMORY_BYTES = 64 * 2 ** 20;
const KEY_BYTES = 32;

type DeriveKey = (password: string, salt: Buffer, cost: PasswordCost) => Promise<Buffer>;

/** scrypt of the normalised password (NFC), because systems may encode the same letters differently. */
export const deriveKey: DeriveKey = (password, salt, cost) =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key));
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY_BYTES }, done);
  });

/**
 * Hashes a password as `scrypt$N$r$p$salt$key`, salt and key in base64url. The result includes the cost parameters, so
 * that these can be raised later without invalidating old hashes.
 */
export const hashPassword = async (password: string, cost = SCRYPT_COST, deriveInTurn = deriveKey): Promise<string> => {
  const salt = randomBytes(16);
  const key = await deriveInTurn(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
};

/**
 * Compares a password with a stored hash. Without a hash, it returns false after the same time, so that timing does not
 * reveal whether an account exists.
 */
export const verifyPassword = async (
  password: string,
  storedHash: string | null,
  cost = SCRYPT_COST,
  deriveInTurn = deriveKey,
): Promise<boolean> => {
  const [, N, r, p, salt, key] = (storedHash ?? createDummyHash(cost)).split('$');
  const expectedKey = Buffer.from(key ?? '', 'base64url');
  const actualKey = await deriveInTurn(password, Buffer.from(salt ?? '', 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(actualKey, expectedKey) && storedHash !== null;
};

const createDummyHash = ({ N, r, p }: PasswordCost): string =>
  ['scrypt', N, r, p, 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(43)].join('$');

export interface PasswordHasher {
  hash: (password: string) => Promise<string>;
  verify: (password: string, storedHash: string | null) => Promise<boolean>;
}

/**
 * Hashes passwords in a network's queue. The request joins the queue first, so that it does not count as an attempt if
 * the queue is full.
 * @throws {ApiFailure} 429 when too many requests of this network are waiting
 */
export type PasswordQueue = <R>(network: string, visit: (hasher: PasswordHasher) => Promise<R>) => Promise<R>;

interface PasswordQueueOptions {
  cost?: PasswordCost;
  derive?: DeriveKey;
  limits?: QueueLimits;
}

/**
 * Runs at most two hashes at a time, because each hash occupies 32 MiB and a thread from the pool, which other requests
 * need too.
 */
export const createPasswordQueue = (options: PasswordQueueOptions = {}): PasswordQueue => {
  const { cost = SCRYPT_COST, limits = hashingLimits } = options;
  const queue = createFairQueue(limits);
  return (network, visit) =>
    queue(network, runInTurn => {
      const deriveInTurn: DeriveKey = (...args) => runInTurn(() => (options.derive ?? deriveKey)(...args));
      return visit({
        hash: password => hashPassword(password, cost, deriveInTurn),
        verify: (password, storedHash) => verifyPassword(password, storedHash, cost, deriveInTurn),
      });
    });
};
