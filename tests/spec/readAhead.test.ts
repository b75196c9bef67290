import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readAhead } from '#server/records/readAhead.ts';

describe('Reading ahead', () => {
  it('[T680] starts the next part as soon as one is handed over, and never a second', async () => {
    const started: number[] = [];
    const read = async (part: number): Promise<number> => {
      started.push(part);
      await setImmediate();
      return part * 10;
    };
    const seen: unknown[] = [];
    for await (const result of readAhead([1, 2, 3, 4], read)) seen.push([result, [...started]]);
    expect(seen).toEqual([
      [10, [1, 2]],
      [20, [1, 2, 3]],
      [30, [1, 2, 3, 4]],
      [40, [1, 2, 3, 4]],
    ]);
    expect(await readAhead([], read).next()).toEqual({ done: true, value: undefined });
  });

  it('[T680] throws a failure when its part is asked for, and not at all once reading has ended', async () => {
    const unhandled: unknown[] = [];
    const listen = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', listen);
    const read = async (part: number): Promise<number> => {
      if (part === 2) throw new Error('the database is gone');
      return part;
    };
    const whole = readAhead([1, 2, 3], read);
    expect((await whole.next()).value).toBe(1);
    await setImmediate();
    await expect(whole.next()).rejects.toThrow('the database is gone');

    const left = readAhead([1, 2, 3], read);
    expect((await left.next()).value).toBe(1);
    await left.return();
    await setImmediate();
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
  });
});
