import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { Config } from '../config.ts';

/**
 * Where a request came from, for counting tries: an IPv4 address, or the network of an IPv6 one, of which
 * every household has 2^64. Behind proxies it is what the outermost of them saw. Empty where no network was crossed.
 */
export const placeOf = (context: Context, { proxies }: Pick<Config, 'proxies'>): string => {
  const bindings = context.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  const forwarded = (context.req.header('X-Forwarded-For') ?? '').split(',').map(part => part.trim());
  const hops = [...forwarded.filter(Boolean), bindings?.incoming?.socket?.remoteAddress ?? ''];
  return networkOf(hops[Math.max(0, hops.length - 1 - proxies)] ?? '');
};

const networkOf = (address: string): string => {
  const text = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(text)) return text;
  const [before = '', after = ''] = text.replace(/%.*$/, '').split('::');
  const [head, tail] = [before, after].map(part => part.split(':').filter(Boolean)) as [string[], string[]];
  const groups = text.includes('::')
    ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
    : head;
  return groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':');
};
