import { describe, expect, it, vi } from 'vitest';
import { createBus } from '#providers/realtime/bus.ts';
import { createClientEventBus } from '#providers/realtime/realtimeEvents.ts';

describe('§9 The bus of events', () => {
  it('[K17] listeners are called by priority, and in order of subscription within a priority', () => {
    const bus = createBus<{ SAID: string }>(() => undefined);
    const heard: string[] = [];
    for (const priority of [10, 1, 5, 3, 1]) bus.on('SAID', told => heard.push(`${priority} ${told}`), priority);
    bus.on('SAID', told => heard.push(`default ${told}`));
    bus.emit('SAID', 'x');
    expect(heard).toEqual(['1 x', '1 x', '3 x', '5 x', 'default x', '10 x']);
    for (const none of [0, 11, 1.5]) expect(() => bus.on('SAID', () => undefined, none)).toThrow('none of 1 to 10');
  });

  it('[W11] a listener that throws is logged and does not stop the others, nor does one that unsubscribes during an event', () => {
    const log = vi.fn<(message: string, error?: unknown) => void>();
    const bus = createBus<{ SAID: number }>(log);
    const heard: number[] = [];
    const leave = bus.on('SAID', () => leave());
    bus.on('SAID', () => {
      throw new Error('broken');
    });
    bus.on('SAID', told => heard.push(told));
    bus.emit('SAID', 1);
    bus.emit('SAID', 2);
    expect(heard).toEqual([1, 2]);
    expect(log.mock.calls).toEqual([
      ['A listener to SAID failed', expect.any(Error)],
      ['A listener to SAID failed', expect.any(Error)],
    ]);
  });

  it('[T34] [E23] [W11] FILTER re-emits the filter event that it names and ignores unknown names', () => {
    const log = vi.fn<(message: string, error?: unknown) => void>();
    const hub = createClientEventBus(log);
    const heard: string[] = [];
    hub.onFilter('filter:nomenclature', () => heard.push('nomenclature'));
    hub.onFilter('filter:catalog', () => heard.push('catalog'));
    hub.dispatch('FILTER', { message: 'filter:nomenclature' });
    for (const message of ['filter:users', 'IMPORT_READY', '__proto__', 7]) hub.dispatch('FILTER', { message });
    expect(heard).toEqual(['nomenclature']);
    expect(log).toHaveBeenCalledTimes(4);
  });
});
