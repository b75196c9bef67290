import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { createUndoQueue } from '#providers/cache/undo.ts';

afterEach(() => void vi.useRealTimers());

it('[S522] signing out waits for a write that is never answered, but not for long', async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const queue = createUndoQueue(new EventTarget(), client);
  const write = () =>
    void client
      .getMutationCache()
      .build(client, { mutationFn: () => new Promise<never>(() => undefined) })
      .execute(undefined);
  queue.enqueue(({ isUndo }) => {
    if (!isUndo) write();
  });
  let isFlushed = false;
  void queue.flush().then(() => {
    isFlushed = true;
  });
  expect(client.isMutating()).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(isFlushed).toBe(false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(isFlushed).toBe(true);
});
