import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asc, eq } from 'drizzle-orm';
import { afterEach } from 'vitest';
import { readConfig } from '#server/config.ts';
import { productImages, products } from '#server/db/schema.ts';
import type { RequestPace } from '#server/outgoing/pace.ts';
import type { TestServer } from './server.ts';

type SiteAnswer = Buffer | ((request: IncomingMessage, response: ServerResponse) => unknown);

/** A supplier's site with pictures. */
export interface ImageSite {
  address: string;
  /** Paths of all requests. */
  requests: string[];
  close: () => Promise<void>;
}

/** @param files what the site answers by path; anything else is a 404 */
const openImageSite = async (files: Record<string, SiteAnswer>): Promise<ImageSite> => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const answer = files[decodeURIComponent(path)];
    if (!answer) response.writeHead(404).end('not here');
    else if (typeof answer === 'function') answer(request, response);
    else response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(answer);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** Opens sites that close after the test. */
export const useImageSites = () => {
  const opened: ImageSite[] = [];
  afterEach(async () => {
    for (const site of opened.splice(0)) await site.close();
  });
  return async (files: Record<string, SiteAnswer>): Promise<ImageSite> => {
    const site = await openImageSite(files);
    opened.push(site);
    return site;
  };
};

/** Lets a test server fetch from this machine, which is refused by default, and shortens its retry delays, until its next reset. */
export const openImageNetwork = ({ deps }: TestServer, pace: Partial<RequestPace> = {}): void => {
  deps.config.imagesNetworks = readConfig({ IMAGES_NETWORKS: '127.0.0.0/8' }).imagesNetworks;
  deps.requestPace = { attempts: 3, firstDelay: 1, longestDelay: 20, limit: 5000, ...pace };
};

/** The names of each product's images in order, by its sku. */
export const imagesBySku = async ({ db }: TestServer): Promise<Record<string, string[]>> => {
  const rows = await db
    .select({ sku: products.sku, name: productImages.file_name })
    .from(products)
    .innerJoin(productImages, eq(productImages.record_id, products.id))
    .orderBy(asc(products.id), asc(productImages.position));
  const found: Record<string, string[]> = {};
  for (const { sku, name } of rows) found[sku ?? ''] = [...(found[sku ?? ''] ?? []), name];
  return found;
};
