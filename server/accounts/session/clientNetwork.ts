import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { Config } from '../../config.ts';

/** The client's network, for throttling. Empty for requests made in process, such as in tests. */
export const getClientNetwork = (context: Context, config: Pick<Config, 'proxies'>): string => {
  const bindings = context.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  return findNetworkBehindProxies(
    context.req.header('X-Forwarded-For'),
    bindings?.incoming?.socket?.remoteAddress,
    config,
  );
};

/**
 * An IPv4 address, or the /64 prefix of an IPv6 address, because every household has 2^64 IPv6 addresses. Behind
 * proxies, it is the address that the outermost trusted proxy has seen.
 * @param forwardedFor the header `X-Forwarded-For`
 * @param remoteAddress the other end of the connection
 */
export const findNetworkBehindProxies = (
  forwardedFor: string | undefined,
  remoteAddress: string | undefined,
  { proxies }: Pick<Config, 'proxies'>,
): string => {
  const forwardedAddresses = (forwardedFor ?? '').split(',').map(address => address.trim());
  const hops = [...forwardedAddresses.filter(Boolean), remoteAddress ?? ''];
  return toNetwork(hops[Math.max(0, hops.length - 1 - proxies)] ?? '');
};

const toNetwork = (address: string): string => {
  const text = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(text)) return text;
  const [before = '', after = ''] = text.replace(/%.*$/, '').split('::');
  const [head, tail] = [before, after].map(half => half.split(':').filter(Boolean)) as [string[], string[]];
  const groups = text.includes('::')
    ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
    : head;
  return groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':');
};
