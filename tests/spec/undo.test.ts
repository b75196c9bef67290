import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { createUndoQueue, type UndoQueue } from '#providers/cache/undo.ts';
import { hold } from '#tests/support/hold.ts';

let page: EventTarget;
let client: QueryClient;
let queue: UndoQueue;
/** What became of the writes, in order. */
let ended: string[];
beforeEach(() => {
  page = new EventTarget();
  client = new QueryClient();
  queue = createUndoQueue(page, client);
  ended = [];
});
const add = (name: string) => queue.enqueue(({ isUndo }) => void ended.push(`${name} ${isUndo ? 'undone' : 'sent'}`));

describe('Writes that may be undone', () => {
  it('[Q3] each notice has the write that it is about, in whichever order they go, and ends it once', () => {
    add('first');
    add('second');
    const [first, second] = [queue.dequeue(), queue.dequeue()];
    second?.undo();
    first?.send();
    second?.send();
    first?.undo();
    expect(ended).toEqual(['second undone', 'first sent']);
    expect(queue.dequeue()).toBeUndefined();
  });

  it('[Q3] held writes are sent when the page unloads, with or without a notice, and outlive it', () => {
    add('noticed');
    add('undone');
    add('announced');
    queue.dequeue();
    queue.dequeue()?.undo();
    page.dispatchEvent(new Event('pagehide'));
    expect([ended, queue.isUnloading()]).toEqual([['undone undone', 'noticed sent', 'announced sent'], true]);
    page.dispatchEvent(new Event('pageshow'));
    expect(queue.isUnloading()).toBe(false);
  });

  it('[Q3] signing out waits until held writes have settled', async () => {
    const answer = hold();
    queue.enqueue(() => {
      const mutationFn = () => answer.released.then(() => ended.push('answered'));
      void new MutationObserver(client, { mutationFn }).mutate();
    });
    const sent = queue.flush().then(() => ended.push('signed out'));
    expect(client.isMutating()).toBe(1);
    answer.release();
    await sent;
    expect(ended).toEqual(['answered', 'signed out']);
  });
});
