import type { Plugin } from 'vite';
import { NONCE_PLACEHOLDER, REPORT_URL_PLACEHOLDER } from '../server/http/headers.ts';

/**
 * Prepares the pages for the content security policy in `server/http/headers.ts`. Inserts placeholders for the nonce
 * (at every script, style and preload) and for the address of error reports, and lists the origins that this build
 * calls, such as an API on another host. Also turns off zod's code generation before any module runs, because the
 * policy forbids `eval`.
 */
export const pageSecurity = (): Plugin => {
  let origins: string[] = [];
  return {
    name: 'vitrina:page-security',
    apply: 'build',
    config: () => ({ html: { cspNonce: NONCE_PLACEHOLDER } }),
    configResolved: ({ env }) => {
      origins = listOrigins(
        Object.entries(env).flatMap(([name, value]) => (name.startsWith('VITE_') ? String(value) : [])),
      );
    },
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'report-to', content: REPORT_URL_PLACEHOLDER }, injectTo: 'head' },
      { tag: 'script', children: 'globalThis.__zod_globalConfig = { jitless: true };', injectTo: 'head-prepend' },
      ...(origins.length > 0
        ? [{ tag: 'meta', attrs: { name: 'connect-origins', content: origins.join(' ') }, injectTo: 'head' as const }]
        : []),
    ],
  };
};

const listOrigins = (values: readonly string[]): string[] => {
  const addresses = values.filter(value => /^https?:/.test(value) && URL.canParse(value));
  return [...new Set(addresses.map(value => new URL(value).origin).flatMap(it => [it, it.replace(/^http/, 'ws')]))];
};
