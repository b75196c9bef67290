import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import * as argon2 from '@node-rs/argon2';
import { hashingLimits } from '#contract/limits.ts';
import { createFairQueue, type QueueLimits } from './fairQueue.ts';

const deriveScryptKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** More than OWASP's minimum for Argon2id (19 MiB, twice): 32 MiB and about 20 ms per hash. */
const ARGON2_COST = { memoryCost: 32 * 1024, timeCost: 3, parallelism: 1 };
type PasswordCost = typeof ARGON2_COST;
type Algorithm = Pick<typeof argon2, 'hash' | 'verify'>;

/** The same password has the same bytes (NFC), because systems may encode the same letters differently. */
const normalize = (password: string): string => password.normalize('NFC');

/** Hashes a password with Argon2id. The result includes the cost, which can be raised without invalidating old hashes. */
export const hashPassword = (password: string, cost = ARGON2_COST, { hash }: Algorithm = argon2): Promise<string> =>
  hash(normalize(password), cost);

/**
 * Compares a password with a stored hash. Without a hash, it returns false after the same time, so that timing does not
 * reveal whether an account exists.
 */
export const verifyPassword = async (
  password: string,
  storedHash: string | null,
  cost = ARGON2_COST,
  { verify }: Algorithm = argon2,
): Promise<boolean> => {
  if (storedHash?.startsWith('scrypt$')) return verifyScrypt(password, storedHash);
  const isRight = await verify(storedHash ?? createDummyHash(cost), normalize(password));
  return isRight && storedHash !== null;
};

const createDummyHash = ({ memoryCost, timeCost, parallelism }: PasswordCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Databases from before 0.1.0 contain `scrypt$N$r$p$salt$key`, until the user changes the password. */
const verifyScrypt = async (password: string, storedHash: string): Promise<boolean> => {
  const [, N, r, p, salt = '', key = ''] = storedHash.split('$');
  const expectedKey = Buffer.from(key, 'base64url');
  const actualKey = await deriveScryptKey(normalize(password), Buffer.from(salt, 'base64url'), expectedKey.length, {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    maxmem: 64 * 2 ** 20,
  });
  return timingSafeEqual(actualKey, expectedKey);
};

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
  algorithm?: Algorithm;
  limits?: QueueLimits;
}

/**
 * Runs at most two hashes at a time, because each hash occupies 32 MiB and a thread from the pool, which other requests
 * need too.
 */
export const createPasswordQueue = (options: PasswordQueueOptions = {}): PasswordQueue => {
  const { cost = ARGON2_COST, algorithm = argon2, limits = hashingLimits } = options;
  const queue = createFairQueue(limits);
  return (network, visit) =>
    queue(network, runInTurn =>
      visit({
        hash: password => runInTurn(() => hashPassword(password, cost, algorithm)),
        verify: (password, storedHash) => runInTurn(() => verifyPassword(password, storedHash, cost, algorithm)),
      }),
    );
};
