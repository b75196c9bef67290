import type { Plugin } from 'vite';
import { NONCE_PLACE, REPORT_PLACE } from '../server/http/headers.ts';

/**
 * What the pages need to live under the policy of `server/http/headers.ts`: a place for the nonce of each answer
 * at every script, style and preload, and one for the address that errors are reported to; zod told not to make functions of text, before anything loads it; and
 * the origins that this build was told to call, such as an API elsewhere.
 */
export const pageSecurity = (): Plugin => {
  let origins: string[] = [];
  return {
    name: 'vitrina:page-security',
    apply: 'build',
    config: () => ({ html: { cspNonce: NONCE_PLACE } }),
    configResolved: ({ env }) => {
      origins = originsOf(
        Object.entries(env).flatMap(([name, value]) => (name.startsWith('VITE_') ? String(value) : [])),
      );
    },
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'report-to', content: REPORT_PLACE }, injectTo: 'head' },
      { tag: 'script', children: 'globalThis.__zod_globalConfig = { jitless: true };', injectTo: 'head-prepend' },
      ...(origins.length > 0
        ? [{ tag: 'meta', attrs: { name: 'connect-origins', content: origins.join(' ') }, injectTo: 'head' as const }]
        : []),
    ],
  };
};

/** The origins of what are whole web addresses, and those of their sockets. */
const originsOf = (values: readonly string[]): string[] => {
  const addresses = values.filter(value => /^https?:/.test(value) && URL.canParse(value));
  return [...new Set(addresses.map(value => new URL(value).origin).flatMap(it => [it, it.replace(/^http/, 'ws')]))];
};
