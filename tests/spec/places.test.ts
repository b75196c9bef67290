import { hash, verify } from '@node-rs/argon2';
import { beforeEach, describe, expect, it } from 'vitest';
import { attemptLimits, hashingLimits } from '#contract/limits.ts';
import { createFairQueue } from '#server/accounts/session/fairQueue.ts';
import { createPasswordQueue } from '#server/accounts/session/passwords.ts';
import { createApp } from '#server/http/app.ts';
import { ApiFailure } from '#server/http/errors.ts';
import { CHEAP_COST } from '#tests/support/passwords.ts';
import { type Answer, describeOnBoth, senderOf } from '#tests/support/server.ts';

const HERE = '203.0.113.7';
const THERE = '2001:db8:0:1::1';
const RIGHT = 'demo-demo';

/** Work that stops until it is let go, in the order in which it began. */
const createGate = () => {
  const held: (() => void)[] = [];
  let isOpen = false;
  return {
    pass: (): Promise<void> => (isOpen ? Promise.resolve() : new Promise(resolve => held.push(resolve))),
    held: () => held.length,
    open: () => {
      isOpen = true;
      for (const go of held.splice(0)) go();
    },
  };
};

/** Lets everything that waits for nothing outside happen. */
const settle = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

describe('The queue of password hashing', () => {
  const limits = { maxConcurrent: 1, maxWaitingPerNetwork: 4, maxWaiting: 6 };
  const oneJob = async (queue: ReturnType<typeof createFairQueue>, place: string, job: () => Promise<unknown>) =>
    queue(place, inTurn => inTurn(job)).catch((error: unknown) => error);

  it('[S130] keys are served in turn, however many jobs one of them has', async () => {
    const queue = createFairQueue(limits);
    const done: string[] = [];
    const jobs = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map(name =>
      oneJob(queue, name.slice(0, 1), async () => {
        await settle();
        done.push(name);
      }),
    );
    await Promise.all(jobs);
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
  });

  it('[S130] waiting visits are limited per key and in total; a refused one has no effect', async () => {
    const queue = createFairQueue(limits);
    const gate = createGate();
    const begun: string[] = [];
    const visit = (place: string) =>
      queue(place, inTurn => {
        begun.push(place);
        return inTurn(gate.pass);
      }).catch((error: unknown) => (error instanceof ApiFailure ? error.status : error));
    const visits = [visit('a')];
    await settle();
    for (const place of 'aaaaabbb') visits.push(visit(place));
    await settle();
    expect(begun.join('')).toBe('aaaaabb');
    gate.open();
    expect(await Promise.all(visits)).toEqual([undefined, ...Array(4).fill(undefined), 429, undefined, undefined, 429]);
    expect(await visit('a')).toBeUndefined();
  });

  it('[S130] a visit that fails or runs no job leaves the queue', async () => {
    const queue = createFairQueue(limits);
    for (let visits = 0; visits < 10; visits += 1) {
      await expect(queue('a', () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
      await expect(queue('a', inTurn => inTurn(() => Promise.reject(new Error('slow'))))).rejects.toThrow('slow');
    }
    expect(await queue('a', inTurn => inTurn(() => Promise.resolve('done')))).toBe('done');
  });
});

describeOnBoth('What one network sends', server => {
  beforeEach(() => server().freeze());
  const appWith = (gate?: ReturnType<typeof createGate>) => {
    const { deps } = server();
    const passwords = createPasswordQueue({
      cost: CHEAP_COST,
      algorithm: {
        hash,
        verify: async (...given) => {
          await gate?.pass();
          return verify(...given);
        },
      },
    });
    return createApp({ ...deps, passwords, config: { ...deps.config, proxies: 1 } });
  };
  const postFrom =
    (app: ReturnType<typeof appWith>, path: string) =>
    (place: string, body: object): Promise<Answer> =>
      senderOf(app, null)('POST', path, body, { 'X-Forwarded-For': place });
  const stranger = (n: number) => ({ email: `z${n}@example.com`, password: RIGHT });

  it('[S130] sixty concurrent sign-ins from one network do not affect another one', async () => {
    const gate = createGate();
    const login = postFrom(appWith(gate), '/auth/login');
    const { email } = await server().createUser('accountant');
    const flood = Array.from({ length: 60 }, (_, n) => login(HERE, stranger(n)));
    await expect.poll(gate.held).toBe(hashingLimits.maxConcurrent);
    const right = login(THERE, { email, password: RIGHT });
    await expect.poll(async () => (await server().db.query.throttles.findMany()).length).toBeGreaterThan(2);
    gate.open();
    expect(await right).toMatchObject({ status: 200 });
    const refused = (await Promise.all(flood)).filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(60 - 2 * hashingLimits.maxWaitingPerNetwork - hashingLimits.maxConcurrent);
    expect(refused[0]?.headers.get('Retry-After')).toBe('1');
  });

  it('[S135] a refused sign-in is answered after its delay, and others are answered meanwhile', async () => {
    const { deps } = server();
    const app = createApp({ ...deps, refusalDelay: 2000, config: { ...deps.config, proxies: 1 } });
    const login = postFrom(app, '/auth/login');
    const { email } = await server().createUser('accountant');
    for (let n = 0; n < attemptLimits.wrongSignIns; n += 1) await login(HERE, stranger(n));
    const answered: string[] = [];
    const refused = login(HERE, stranger(100)).then(({ status }) => answered.push(`refused with ${status}`));
    await login(THERE, { email, password: RIGHT }).then(({ status }) => answered.push(`signed in with ${status}`));
    await refused;
    expect(answered).toEqual(['signed in with 200', 'refused with 429']);
  });

  it('[S130] a refusal because the queue is full does not count as an attempt', async () => {
    const gate = createGate();
    const login = postFrom(appWith(gate), '/auth/login');
    const { email } = await server().createUser('accountant');
    const flood: Promise<Answer>[] = [];
    for (let n = 0; n < hashingLimits.maxConcurrent; n += 1) flood.push(login(HERE, stranger(n)));
    await expect.poll(gate.held).toBe(hashingLimits.maxConcurrent);
    for (let n = 10; n < 10 + hashingLimits.maxWaitingPerNetwork; n += 1) flood.push(login(HERE, stranger(n)));
    const refused = [];
    for (let tries = 0; tries < 10; tries += 1) refused.push((await login(HERE, { email, password: RIGHT })).status);
    expect(refused).toEqual(Array(10).fill(429));
    gate.open();
    await Promise.all(flood);
    expect(await login(HERE, { email, password: RIGHT })).toMatchObject({ status: 200 });
  });

  it('[S131] after thirty wrong sign-ins in five minutes a network has to wait, longer each time; another does not', async () => {
    const login = postFrom(appWith(), '/auth/login');
    const { email } = await server().createUser('accountant');
    for (let n = 0; n < attemptLimits.wrongSignIns; n += 1) expect((await login(HERE, stranger(n))).status).toBe(400);
    const waits: (string | null)[] = [];
    for (let n = 100; n < 104; n += 1) {
      const refused = await login(HERE, { email, password: RIGHT });
      waits.push(refused.headers.get('Retry-After'));
      server().advance(Number(waits.at(-1)) * 1000);
      expect((await login(HERE, stranger(n))).status).toBe(400);
    }
    expect(waits).toEqual(['2', '4', '8', '16']);
    expect((await login(THERE, { email, password: RIGHT })).status).toBe(200);
    expect((await login('2001:db8:0:1:ffff::9', { email, password: RIGHT })).status).toBe(200);
    server().advance(32_000);
    expect((await login(HERE, { email, password: RIGHT })).status).toBe(200);
  });

  it('[S461] the waits of a network are forgotten five minutes after the last one', async () => {
    const login = postFrom(appWith(), '/auth/login');
    const { email } = await server().createUser('accountant');
    for (let n = 0; n < attemptLimits.wrongSignIns; n += 1) await login(HERE, stranger(n));
    let wait = 0;
    for (let n = 100; wait < 300; n += 1) {
      wait = Number((await login(HERE, stranger(n))).headers.get('Retry-After'));
      server().advance(wait * 1000);
      await login(HERE, stranger(n));
    }
    server().advance(300_000);
    expect((await login(HERE, { email, password: RIGHT })).status).toBe(200);
    server().advance(attemptLimits.seconds * 1000);
    for (let n = 200; n < 205; n += 1) expect((await login(HERE, stranger(n))).status).toBe(400);
    expect((await login(HERE, { email, password: RIGHT })).status).toBe(200);
  });

  it('[S131] successful sign-ins do not count, and failed ones only for five minutes', async () => {
    const login = postFrom(appWith(), '/auth/login');
    const { email } = await server().createUser('accountant');
    for (let n = 0; n < attemptLimits.wrongSignIns + 5; n += 1)
      expect((await login(HERE, { email, password: RIGHT })).status).toBe(200);
    for (const minutes of [0, 5]) {
      server().advance(minutes * 60_000);
      for (let n = 1; n < attemptLimits.wrongSignIns; n += 1)
        expect((await login(HERE, stranger(minutes * 100 + n))).status).toBe(400);
      expect((await login(HERE, { email, password: RIGHT })).status).toBe(200);
    }
  });

  it('[S131] after ten reset links in five minutes a network has to wait, longer each time; another does not', async () => {
    const restore = postFrom(appWith(), '/auth/restore');
    for (let n = 0; n < attemptLimits.resetLinks; n += 1)
      expect((await restore(HERE, { email: `z${n}@example.com` })).status).toBe(200);
    const waits: (string | null)[] = [];
    for (let n = 100; n < 104; n += 1) {
      const refused = await restore(HERE, { email: 'another@example.com' });
      expect(refused.status).toBe(429);
      waits.push(refused.headers.get('Retry-After'));
      server().advance(Number(waits.at(-1)) * 1000);
      expect((await restore(HERE, { email: `z${n}@example.com` })).status).toBe(200);
    }
    expect(waits).toEqual(['2', '4', '8', '16']);
    expect((await restore(THERE, { email: 'another@example.com' })).status).toBe(200);
  });
});
