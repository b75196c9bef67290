import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCrossTabQueue, type RefreshResult } from '#providers/session/refreshQueue.ts';
import { hold } from '#tests/support/hold.ts';
import { createBrowser } from '#tests/support/tabs.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // Not one of the timers that can be faked.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(new DOMException('late', 'TimeoutError')), ms);
    return ending.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const tabs = (count: number) => {
  const browser = createBrowser();
  return Array.from({ length: count }, () => createCrossTabQueue(browser.openTab().locks));
};
/** Work that says when it begins and ends, and how much of it went on at once. */
const counted = () => {
  let now = 0;
  const log = { begun: 0, most: 0 };
  const work = async (): Promise<RefreshResult> => {
    log.begun += 1;
    now += 1;
    log.most = Math.max(log.most, now);
    await new Promise(resolve => setTimeout(resolve, 20));
    now -= 1;
    return { token: 'new', isNew: false };
  };
  return { log, work };
};

describe('§8 Turns of tabs that refresh', () => {
  it('[S10] tabs refresh one after another', async () => {
    const { log, work } = counted();
    const done = Promise.all(tabs(5).map(turn => turn(work)));
    await vi.advanceTimersByTimeAsync(5 * 20 + 10);
    expect(await done).toEqual(Array.from({ length: 5 }, () => 'new'));
    expect(log).toEqual({ begun: 5, most: 1 });
  });

  it('[S10] [S11] after waiting 8 seconds for a frozen tab, the others continue one after another', async () => {
    const [frozen, ...others] = tabs(6);
    const thaw = hold();
    const held = frozen?.(() => thaw.released.then(() => ({ token: 'late', isNew: true })));
    const { log, work } = counted();
    const done = Promise.all(others.map(turn => turn(work)));
    await vi.advanceTimersByTimeAsync(7900);
    expect(log.begun).toBe(0);
    await vi.advanceTimersByTimeAsync(400);
    expect(await done).toHaveLength(5);
    expect(log).toEqual({ begun: 5, most: 1 });

    // The lock is free again: whoever comes later does not wait.
    const later = others[0]?.(work);
    await vi.advanceTimersByTimeAsync(30);
    expect(await later).toBe('new');
    thaw.release();
    await vi.advanceTimersByTimeAsync(100);
    expect(await held).toBe('late');
  });

  it('[S10] if the second lock is not released either, a tab continues without it', async () => {
    const locks = { request: () => Promise.reject(new DOMException('no locks here', 'SecurityError')) };
    const { work } = counted();
    const done = createCrossTabQueue(locks as never)(work);
    await vi.advanceTimersByTimeAsync(30);
    expect(await done).toBe('new');
  });

  it('[S11] a failing refresh rejects and lets the next one run', async () => {
    const [one, other] = tabs(2);
    const failing = one?.(() => Promise.reject(new Error('no network'))).catch(String);
    const { work } = counted();
    const next = other?.(work);
    await vi.advanceTimersByTimeAsync(100);
    expect([await failing, await next]).toEqual(['Error: no network', 'new']);
  });
});
