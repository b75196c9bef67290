import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openWindow } from '#tests/support/browser.ts';

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** A host of files alone, as nginx with `try_files $uri /index.html`: it has no API, no nonces and no policy. */
const serveFiles = (): Server =>
  createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://host');
    const file = join('dist/web', pathname);
    const isFile = extname(pathname) !== '' && existsSync(file);
    response.setHeader('Content-Type', isFile ? (types[extname(pathname)] ?? 'application/octet-stream') : 'text/html');
    response.end(readFileSync(isFile ? file : 'dist/web/index.html'));
  });

let host: Server;
let address: string;
let browser: Browser;
beforeAll(async () => {
  host = serveFiles();
  await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  host?.close();
});

describe('A host that serves only files', () => {
  it.each([
    { path: '/login', end: '/login' },
    { path: '/restore', end: '/restore' },
    { path: '/reset-password?token=x', end: '/reset-password' },
    { path: '/', end: '/login' },
    { path: '/content', end: '/login' },
    { path: '/content/nomenclature/1/settings', end: '/login' },
    { path: '/nowhere', end: '/login' },
  ])('[H31] $path takes one document and stands at $end', async ({ path, end }) => {
    const { page, context, complaints } = await openWindow(browser);
    const documents: string[] = [];
    page.on('request', request => {
      if (request.isNavigationRequest()) documents.push(request.url());
    });
    await page.goto(`${address}${path}`);
    await page.locator('form input').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(new URL(page.url()).pathname).toBe(end);
    expect(documents).toHaveLength(1);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
