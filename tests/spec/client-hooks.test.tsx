import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { AuthContext, type AuthProvider } from 'ra-core';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient, shouldRetry } from '#providers/cache/queryClient.ts';
import { useReferenceChanges, useReferenceValues } from '#providers/cache/referenceValues.ts';
import { ApiError } from '#providers/http/errors.ts';
import { type Api, createApi } from '#providers/http/http.ts';
import { createListeners } from '#providers/realtime/listeners.ts';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';
import type { Realtime } from '#providers/realtime/realtime.ts';
import { createChannels } from '#providers/realtime/realtimeChannels.ts';
import { createClientEventBus } from '#providers/realtime/realtimeEvents.ts';
import { ServicesContext } from '#providers/ServicesContext.ts';
import { answeringServers } from '#tests/support/answering.ts';

const answering = answeringServers();
const session = {
  accessToken: () => 'token',
  whenSettled: () => Promise.resolve(),
  refresh: () => Promise.resolve(null),
};

/** The live connection without its socket: what is asked of the server is written down. */
const createConnection = () => {
  const asked: string[] = [];
  const log = () => undefined;
  const hub = createClientEventBus(log);
  const connected = createListeners();
  let quiet_ms = 3_600_000;
  const channels = createChannels({
    emit: (verb, channel, answered) => {
      asked.push(`${verb} ${channel}`);
      answered({ ok: true, quiet_ms });
    },
    log,
    onRefused: log,
  });
  const realtime: Realtime = {
    ...channels,
    on: hub.on,
    onFilter: hub.onFilter,
    onConnect: connected.add,
    connect: log,
    disconnect: log,
    close: log,
    state: () => 'online',
    onStateChange: () => log,
  };
  /** The connection stands again after something was said without it, or after nothing was. */
  const reconnect = ({ missed }: { missed: boolean }) => {
    quiet_ms = missed ? 0 : 3_600_000;
    channels.rejoinAll();
    connected.notify();
  };
  return { realtime, asked, tell: hub.dispatch, reconnect };
};

let connection: ReturnType<typeof createConnection>;
/** Searches of reference values, in order. */
let searches: string[];
let lists: number;
let api: Api;

beforeEach(() => {
  connection = createConnection();
  searches = [];
  lists = 0;
  const baseUrl = answering.by(({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    searches.push(`${pathname.split('/')[3] ?? ''}: ${searchParams.get('search') ?? ''}`);
    return HttpResponse.json({ code: 200, result: [{ id: 3, name: 'Тёплый угол', version: 1 }] });
  });
  api = createApi({ baseUrl, session });
});
afterEach(cleanup);

/** Somebody who may see the prices of a product and not its models. */
const permissions = ['product.show-prices'];
const auth = { getPermissions: () => Promise.resolve(permissions) } as unknown as AuthProvider;

const render = <T,>(hook: () => T) => {
  const client = createQueryClient();
  // Known before the first screen is drawn, as in the application.
  client.setQueryData(['auth', 'getPermissions', {}], permissions);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <AuthContext value={auth}>
          <ServicesContext value={{ api, realtime: connection.realtime }}>{children}</ServicesContext>
        </AuthContext>
      </MemoryRouter>
    </QueryClientProvider>
  );
  return renderHook(hook, { wrapper });
};
const picker = (name = 'brand') => useReferenceValues(name);

describe('§4 Reference lists', () => {
  it('[T28] [L17] [E19] are loaded on first use, once for all who show them', async () => {
    const { result } = render(() => [picker(), picker(), picker('unit')]);
    expect(result.current.map(({ isLoading }) => isLoading)).toEqual([true, true, true]);
    await waitFor(() => expect(result.current.every(({ isLoading }) => !isLoading)).toBe(true));
    expect(result.current[0]?.byId.get(3)?.name).toBe('Тёплый угол');
    expect(searches.sort((a, b) => a.localeCompare(b))).toEqual(['brand: ', 'unit: ']);
  });

  it('[T29] [T36] [L17] [E22] a list that is marked changed is loaded again, the others are not', async () => {
    const { result } = render(() => {
      useReferenceChanges();
      return [picker(), picker('unit')];
    });
    await waitFor(() => expect(searches).toHaveLength(2));
    await waitFor(() => expect(result.current[1]?.isLoading).toBe(false));
    act(() => connection.tell('REFERENCES_CHANGE_EVENT', { message: { code_reference: 'unit' } }));
    await waitFor(() => expect(searches).toHaveLength(3));
    expect(searches[2]).toBe('unit: ');
  });

  it('[T36] an event with an unknown reference loads nothing', async () => {
    connection.realtime.join('references');
    const { result } = render(() => {
      useReferenceChanges();
      return picker();
    });
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    act(() => connection.tell('REFERENCES_CHANGE_EVENT', { message: { code_reference: 'unknown' } }));
    // Had the first one loaded anything, it would stand before this one.
    act(() => connection.tell('REFERENCES_CHANGE_EVENT', { message: { code_reference: 'brand' } }));
    await waitFor(() => expect(searches).toEqual(['brand: ', 'brand: ']));
  });

  it('[T35] an event without a reference only renews the subscription', async () => {
    connection.realtime.join('references');
    const { result } = render(() => {
      useReferenceChanges();
      return picker();
    });
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    act(() => connection.tell('REFERENCES_CHANGE_EVENT', {}));
    expect(connection.asked.filter(asked => asked === 'subscribe references')).toHaveLength(3);
    expect(searches).toHaveLength(1);
  });

  it('[W5] [E19] are refetched after a reconnection; searching is done by the server', async () => {
    const { result } = render(() => {
      useReferenceChanges();
      return useReferenceValues('brand', 'угол');
    });
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    act(() => connection.reconnect({ missed: true }));
    await waitFor(() => expect(searches).toEqual(['brand: угол', 'brand: угол']));
  });
});

describe('§1 Live lists', () => {
  const list = () => {
    useLiveRecords('nomenclature');
    const queryFn = () => {
      lists += 1;
      return Promise.resolve({ data: [], total: lists });
    };
    return useQuery({ queryKey: ['nomenclature', 'getList', {}], queryFn });
  };
  const change = { resource: 'nomenclature', ids: null, records: [], deleted: [] };

  it('[F13] [P22] [W2] a mounted list subscribes to the channels that the user is permitted', async () => {
    const { unmount } = render(list);
    await waitFor(() => expect(lists).toBe(1));
    unmount();
    const heard = ['records:nomenclature:product.show-prices', 'records:nomenclature'];
    expect(connection.asked).toEqual([
      ...heard.map(channel => `subscribe ${channel}`),
      ...heard.map(channel => `unsubscribe ${channel}`),
    ]);
  });

  it('[L19] a bulk change causes a refetch, changes of other resources do not', async () => {
    render(list);
    await waitFor(() => expect(lists).toBe(1));
    act(() => connection.tell('RECORDS_CHANGE', { ...change, resource: 'catalog' }));
    act(() => connection.tell('RECORDS_CHANGE', change));
    await waitFor(() => expect(lists).toBe(2));
  });

  it('[I7] [L19] continuous changes cause one refetch at a time', async () => {
    render(list);
    await waitFor(() => expect(lists).toBe(1));
    for (let told = 0; told < 50; told += 1) act(() => connection.tell('RECORDS_CHANGE', change));
    await waitFor(() => expect(lists).toBe(2));
    await waitFor(() => expect(lists).toBe(3));
  });

  it('[W5] the data on screen is refetched after a reconnection', async () => {
    render(list);
    await waitFor(() => expect(lists).toBe(1));
    act(() => connection.reconnect({ missed: true }));
    await waitFor(() => expect(lists).toBe(2));
  });

  it('[W5] nothing is refetched if nothing was missed', async () => {
    render(list);
    await waitFor(() => expect(lists).toBe(1));
    act(() => connection.reconnect({ missed: false }));
    act(() => connection.tell('RECORDS_CHANGE', change));
    await waitFor(() => expect(lists).toBe(2));
  });
});

describe('§8 Retry policy', () => {
  it.each([
    ['unauthorized', 401, false],
    ['forbidden', 403, false],
    ['notFound', 404, false],
    ['server', 500, false],
    ['unavailable', 504, true],
    ['diskFull', 507, false],
    ['network', 0, true],
  ] as const)('[N8] a request that fails with the kind %s (%i) is sent again: %s', (kind, status, isRetried) => {
    const error = new ApiError(kind, { endpoint: 'GET /products', status });
    expect([shouldRetry(0, error), shouldRetry(2, error)]).toEqual([isRetried, false]);
  });
});
