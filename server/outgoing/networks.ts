import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Networks outside the public internet (IANA special-purpose registries), including the metadata addresses of clouds,
 * which hand out credentials.
 */
const closedIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's metadata service. Everywhere else, this address is public.
  '168.63.129.16/32',
];
/**
 * Exceptions within `2000::/3`, the only routed part of IPv6: addresses that embed IPv4 addresses, and addresses for
 * documentation.
 */
const closedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const createBlockList = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
};

const closedNetworks = { ipv4: createBlockList(closedIpv4, 'ipv4'), ipv6: createBlockList(closedIpv6, 'ipv6') };
const routedIpv6 = createBlockList(['2000::/3'], 'ipv6');

/**
 * Whether the server may connect to an IP address that a user has chosen. The address must be public and not belong to
 * this machine, unless the operator allows it. Otherwise the user could reach internal services.
 * @param allowed networks that the operator allows
 */
export const isOpenAddress = (address: string, allowed: BlockList): boolean => {
  const plain = unmapIpv4(address);
  if (isIPv4(plain))
    return allowed.check(plain, 'ipv4') || !(closedNetworks.ipv4.check(plain, 'ipv4') || isOwnAddress(plain));
  if (!isIPv6(plain) || plain.includes('%')) return false;
  if (allowed.check(plain, 'ipv6')) return true;
  return routedIpv6.check(plain, 'ipv6') && !closedNetworks.ipv6.check(plain, 'ipv6') && !isOwnAddress(plain);
};

/**
 * Converts an IPv4-mapped IPv6 address in any notation to IPv4, so that it cannot bypass the list of closed networks.
 */
const unmapIpv4 = (address: string): string => {
  if (!isIPv6(address) || address.includes('%')) return address;
  const shortestForm = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(shortestForm) ?? [];
  if (high === undefined || low === undefined) return shortestForm;
  return [high, low].flatMap(half => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]).join('.');
};

const isOwnAddress = (address: string): boolean =>
  Object.values(networkInterfaces()).some(those =>
    those?.some(networkInterface => unmapIpv4(networkInterface.address) === address),
  );
