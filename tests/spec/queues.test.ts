import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecordQueues, extendQueue, findMissingPart, type RecordQueue } from '#providers/cache/queues.ts';

const sort = { field: 'name', order: 'ASC' as const };
const queueOf = (ids: number[], from: number, total: number): RecordQueue => ({
  filter: {},
  sort,
  ids,
  from,
  total,
  opened: ids[0] ?? 0,
});
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/** Works through a list from a page of it, while every record that was worked on may leave the filter. */
const workThrough = (total: number, page: number, perPage: number, leaves: (id: number) => boolean) => {
  let list = numbers(0, total);
  const from = Math.min(page * perPage, total - 1);
  let queue = queueOf(list.slice(from, from + perPage), from, total);
  const seen: number[] = [];
  for (let id: number | undefined = queue.ids[0]; id !== undefined; ) {
    seen.push(id);
    for (let part = findMissingPart(queue, queue.ids.indexOf(id)); part; ) {
      const longer = extendQueue(queue, part, list.slice(part.from, part.from + part.limit));
      const next = findMissingPart(longer, longer.ids.indexOf(id));
      part = JSON.stringify(next) === JSON.stringify(part) ? null : next;
      queue = longer;
    }
    if (leaves(id)) list = list.filter(other => other !== id);
    id = queue.ids[queue.ids.indexOf(id) + 1];
  }
  return { seen, queue, from };
};

describe('The work through a list', () => {
  it('[L58] every record is visited once and in order, even if edits remove some from the filter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 900 }),
        fc.nat(40),
        fc.constantFrom(10, 25, 100),
        fc.func(fc.boolean()),
        (total, page, perPage, leaves) => {
          const { seen, from, queue } = workThrough(total, page, perPage, leaves);
          expect(seen).toEqual(numbers(from, total));
          expect([queue.total, new Set(queue.ids).size]).toEqual([total, queue.ids.length]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('[L57] earlier pages are included, and no record occurs twice', () => {
    const queue = queueOf(numbers(250, 260), 250, 400);
    const part = findMissingPart(queue, 0);
    expect(part).toEqual({ side: 'before', from: 50, limit: 200 });
    // Two of those before have left the list meanwhile.
    const list = numbers(0, 400).filter(id => id !== 3 && id !== 120);
    const longer = part && extendQueue(queue, part, list.slice(part.from, part.from + part.limit));
    expect(longer?.ids).toEqual([...numbers(51, 250).filter(id => id !== 120), ...numbers(250, 260)]);
    expect(longer?.ids.indexOf(250)).toBe(250 - (longer?.from ?? 0));
  });

  it('[L57] it survives a reload, and a malformed stored value counts as none', () => {
    const values = new Map<string, string>();
    const storage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    };
    const queue = queueOf([1, 2], 0, 2);
    createRecordQueues(storage, '7').write('nomenclature', queue);
    expect(createRecordQueues(storage, '7').read('nomenclature')).toEqual(queue);
    expect(createRecordQueues(storage, '8').read('nomenclature')).toBeNull();
    storage.setItem('vitrina.queue.7.nomenclature', '{"ids":"all"}');
    expect(createRecordQueues(storage, '7').read('nomenclature')).toBeNull();
  });
});
