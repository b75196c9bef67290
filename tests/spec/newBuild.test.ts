// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUnsavedForms } from '#providers/forms/unsavedForms.ts';
import { ChunkError, loadChunk } from '#providers/http/chunks.ts';
import { createStaleBundleReloader } from '#providers/http/staleBundle.ts';
import { hold } from '#tests/support/hold.ts';

const SECONDS = 1000;
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const never = () => new Promise<never>(() => undefined);

describe('§9 Parts of the application', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('[K9] a part that has not loaded within 120 s is an error', async () => {
    const load = vi.fn(never);
    const failed = vi.fn<(error: unknown) => void>();
    loadChunk(load).catch(failed);
    await vi.advanceTimersByTimeAsync(120 * SECONDS - 1);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledWith(expect.any(ChunkError));
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('[K9] a part that fails is requested once more, and both requests have 120 s together', async () => {
    const failLate = () => new Promise<never>((_, reject) => setTimeout(reject, 100 * SECONDS));
    const load = vi.fn(never).mockImplementationOnce(failLate);
    const failed = vi.fn<(error: unknown) => void>();
    loadChunk(load).catch(failed);
    await vi.advanceTimersByTimeAsync(120 * SECONDS - 1);
    expect([load.mock.calls.length, failed.mock.calls.length]).toEqual([2, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledWith(expect.any(ChunkError));
  });

  it('[K9] a part that loads within its time, or at the second try, is there, and no clock runs on', async () => {
    const slow = loadChunk(() => new Promise(resolve => setTimeout(() => resolve('slow'), 119 * SECONDS)));
    await vi.advanceTimersByTimeAsync(119 * SECONDS);
    await expect(slow).resolves.toBe('slow');
    const load = vi.fn(() => Promise.resolve('again')).mockImplementationOnce(gone);
    await expect(loadChunk(load)).resolves.toBe('again');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[K9] the error names the part and why it is missing', async () => {
    const error: unknown = await loadChunk(gone).catch((found: unknown) => found);
    expect(error).toMatchObject({ chunk: String(gone), cause: expect.any(TypeError) });
  });
});

describe('The way of an old tab to the new build', () => {
  afterEach(() => void vi.useRealTimers());

  const old = '() => import("./List-0ld.js")';
  const newer = '() => import("./List-new.js")';

  /** A tab whose server answers as the test says. */
  const openTab = ({ isReachable = () => Promise.resolve(true) } = {}) => {
    window.sessionStorage.clear();
    window.history.replaceState(null, '', '/content/catalog?page=2#row-1');
    const left: string[] = [];
    const unsaved = createUnsavedForms(new EventTarget());
    const load = () =>
      createStaleBundleReloader({
        unsavedForms: unsaved,
        storage: window.sessionStorage,
        loadDocument: address => left.push(address),
        isReachable,
      });
    return { left, unsaved, load };
  };

  it('[H22] it loads the document anew where it is, once for each part however often that fails', async () => {
    const { left, load } = openTab();
    expect(await load().reloadFor(old)).toBe(true);
    expect(left).toEqual(['/content/catalog?page=2#row-1']);
    expect(await load().reloadFor(old)).toBe(false);
    expect(await load().reloadFor(newer)).toBe(true);
    expect(await load().reloadFor(old)).toBe(false);
    expect(left).toHaveLength(2);
  });

  it('[H22] several parts that are missing at once take one document, and later ones another', async () => {
    vi.useFakeTimers();
    const { left, load } = openTab();
    const tab = load();
    expect(await Promise.all([tab.reloadFor(old), tab.reloadFor(newer)])).toEqual([true, true]);
    expect(left).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(6 * SECONDS);
    expect(await tab.reloadFor(newer)).toBe(true);
    expect(left).toHaveLength(2);
  });

  it('[H22] a part that has arrived may be moved for again at a later deployment', async () => {
    const { left, load } = openTab();
    await load().reloadFor(old);
    load().allowReload(old);
    expect(await load().reloadFor(old)).toBe(true);
    expect(left).toHaveLength(2);
  });

  it('[H22] it stays where something is unsaved, also when that was typed during the request', async () => {
    const asked = hold();
    const { left, unsaved, load } = openTab({ isReachable: () => asked.released.then(() => true) });
    const end = unsaved.register({ isUnsaved: () => true });
    expect(await load().reloadFor(old)).toBe(false);
    end();
    const moving = load().reloadFor(old);
    unsaved.register({ isUnsaved: () => true });
    asked.release();
    expect(await moving).toBe(false);
    expect(left).toEqual([]);
  });

  it('[H22] it stays where no document would be answered, and goes once there is one', async () => {
    let isUp = false;
    const { left, load } = openTab({ isReachable: () => Promise.resolve(isUp) });
    expect(await load().reloadFor(old)).toBe(false);
    isUp = true;
    expect(await load().reloadFor(old)).toBe(true);
    expect(left).toHaveLength(1);
  });
});
