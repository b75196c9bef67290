import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Balancer, openBalancer } from '#tests/support/balancer.ts';
import { go, openBrowser, windowOf } from '#tests/support/browser.ts';
import { callerOf } from '#tests/support/calls.ts';
import { type Product, resultOf, signInByCall, startProduct } from '#tests/support/product.ts';
import { createSharedPlace, hasPostgres } from '#tests/support/sharedPlace.ts';

const READERS = 5;
const WRITERS = 5;
/** Of a client, between an answer and its next request. */
const PAUSE_MS = 50;
/** Requests that each server, and each client that writes, has at least been through. */
const LEAST = 20;
const LISTS = [
  '/products?page=1&per_page=25',
  '/models?page=1&per_page=25',
  '/products?page=1&per_page=25&search=a',
  '/products/1',
  '/matrices?page=1&per_page=25',
];

interface Saved {
  name: string;
  version: number;
}

/** A product that one client writes, and nobody else. */
interface OwnProduct {
  id: number;
  /** Before the first write. */
  version: number;
  /** As the last write was acknowledged. */
  saved: Saved;
  writes: number;
}

/** Clients at work, each with one request at a time. */
const startLoad = async (address: string, token: string) => {
  const stopping = new AbortController();
  /** The status 200, and whatever else came of a request. */
  const outcomes = new Set<string>();
  /** @returns the result, or nothing if the request failed */
  const call = async <T>(method: string, path: string, body?: object): Promise<T | undefined> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    try {
      const response = await fetch(`${address}/api${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      outcomes.add(response.status === 200 ? '200' : `${method} ${path}: ${response.status} ${text}`);
      return response.status === 200 ? (JSON.parse(text) as { result: T }).result : undefined;
    } catch (error) {
      outcomes.add(`${method} ${path}: ${error}`);
      return undefined;
    }
  };
  const repeat = async (act: (round: number) => Promise<unknown>): Promise<void> => {
    for (let round = 0; !stopping.signal.aborted; round++) {
      await act(round);
      await sleep(PAUSE_MS);
    }
  };
  const write = async (product: OwnProduct, round: number): Promise<void> => {
    const { id, saved } = product;
    const name = `Запись ${round} товара ${id}`;
    const answer = await call<Saved>('PUT', `/products/${id}`, { name, version: saved.version });
    if (!answer) return;
    product.saved = { name, version: answer.version };
    product.writes += 1;
  };
  const { items } = await resultOf<{ items: ({ id: number } & Saved)[] }>(
    address,
    token,
    `/products?page=1&per_page=${WRITERS}`,
  );
  const products: OwnProduct[] = items.map(({ id, name, version }) => ({
    id,
    version,
    saved: { name, version },
    writes: 0,
  }));
  const clients = [
    ...Array.from({ length: READERS }, (_, reader) =>
      repeat(round => call('GET', LISTS[(reader + round) % LISTS.length] ?? '')),
    ),
    ...products.map(product => repeat(round => write(product, round))),
  ];
  return {
    products,
    /** @returns what came of all requests */
    stop: async (): Promise<string[]> => {
      stopping.abort();
      await Promise.all(clients);
      return [...outcomes];
    },
  };
};

describe.skipIf(!hasPostgres)('A balancer in front of two servers', () => {
  let place: Awaited<ReturnType<typeof createSharedPlace>> | undefined;
  let shared: Record<string, string>;
  let balancer: Balancer;
  let browser: Browser;
  const started: Product[] = [];
  const start = async (): Promise<Product> => {
    const product = await startProduct(shared);
    started.push(product);
    await balancer.add(product.address);
    return product;
  };
  beforeAll(async () => {
    place = await createSharedPlace();
    shared = { ...place.env, PROXIES: '1' };
    balancer = await openBalancer();
    browser = await openBrowser();
    await start();
    await start();
  });
  afterAll(async () => {
    await browser?.close();
    balancer?.close();
    for (const product of started) await product.shutDown();
    place?.remove();
  });

  it('[Z67] both servers are replaced one after the other: no request fails, no acknowledged write is lost, an open list goes on', async () => {
    const { address } = balancer;
    const token = await signInByCall(address);
    const { context, page, complaints } = await windowOf(browser, address, 'content_manager');
    await go(page, `${address}/content/nomenclature?page=1&perPage=25&sort=updated_at&order=DESC`);
    /** Whoever has had the list open all the time is still signed in, and sees the change. */
    const rename = async (product: OwnProduct | undefined): Promise<void> => {
      if (!product) return;
      const { id, saved } = product;
      await page.getByRole('link', { name: saved.name, exact: true }).waitFor();
      const name = 'Назван после обновления';
      await (await callerOf(address, 'admin'))('PUT', `/products/${id}`, { name, version: saved.version });
      await page.getByRole('link', { name, exact: true }).waitFor();
    };
    const load = await startLoad(address, token);
    const firstServers = [...started];
    for (const old of firstServers) {
      const next = await start();
      await expect.poll(() => balancer.isAccepting(next.address)).toBe(true);
      await old.shutDown();
      balancer.remove(old.address);
    }
    const countLeast = () => {
      const requests = balancer.countRequests();
      return Math.min(
        ...started.map(({ address: server }) => requests[server] ?? 0),
        ...load.products.map(({ writes }) => writes),
      );
    };
    await expect.poll(countLeast).toBeGreaterThan(LEAST);
    expect(await load.stop()).toEqual(['200']);
    const requests = balancer.countRequests();
    for (const product of started) expect(requests[product.address]).toBeGreaterThan(LEAST);
    expect(load.products).toHaveLength(WRITERS);
    for (const { id, version: initial, saved, writes } of load.products) {
      const { name, version } = await resultOf<Saved>(address, token, `/products/${id}`);
      expect({ name, version }).toEqual(saved);
      // Nor was any carried out twice.
      expect(version - initial).toBe(writes);
      expect(writes).toBeGreaterThan(LEAST);
    }
    await rename(load.products[0]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
