import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { isOpenAddress } from '#server/outgoing/networks.ts';
import { defaultPace } from '#server/outgoing/pace.ts';
import { resolveOpenAddresses } from '#server/outgoing/sendRequest.ts';

const networks = (text: string) => readConfig({ CAFES_NETWORKS: text }).cafesNetworks;
const none = networks('');

/** The first, the last and one address in the middle of what is closed. */
const closed = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.11.12.13',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.0.0',
  '169.254.169.254',
  '169.254.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'FD12:3456::1',
  'not an address',
  '',
];
const open = ['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0'];
const open6 = [
  '192.167.255.255',
  '192.169.0.0',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450::1',
  '::ffff:1.1.1.1',
];

describe('M Addresses that media may be sent to', () => {
  it.each(closed)('[M10] %s is closed', address => expect(isOpenAddress(address, none)).toBe(false));

  it.each([...open, ...open6])('[M10] %s is open', address => expect(isOpenAddress(address, none)).toBe(true));

  it('[M10] networks that the operator allows are open in any notation, and no others', () => {
    const allowed = networks('10.20.0.0/16, 192.168.1.10,fd12::/16');
    for (const address of ['10.20.0.1', '::ffff:10.20.255.255', '192.168.1.10', 'fd12::7'])
      expect([address, isOpenAddress(address, allowed)]).toEqual([address, true]);
    for (const address of ['10.21.0.1', '192.168.1.11', 'fd13::7', '127.0.0.1', '169.254.169.254'])
      expect([address, isOpenAddress(address, allowed)]).toEqual([address, false]);
  });

  it.each(['10.0.0.0/33', 'somewhere', '10.0.0.0/8/8', 'fd00::/129', '10.0.0/8', '10.0.0.0/x'])(
    '[M10] [H3] a start with CAFES_NETWORKS=%s prints what is wrong',
    text => expect(() => networks(text)).toThrow('Переменная CAFES_NETWORKS'),
  );

  it.each([
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://①②⑦.0.0.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
  ])('[M10] %s leads inside and is refused', async text => {
    await expect(resolveOpenAddresses(new URL(text), none, defaultPace)).rejects.toThrow('closed');
  });

  it('[M10] a host with one internal address among others is refused', async () => {
    const lookup = async () => [
      { address: '1.1.1.1', family: 4 },
      { address: 'fd00:ec2::254', family: 6 },
    ];
    await expect(resolveOpenAddresses(new URL('https://cafe.example/'), none, { lookup })).rejects.toThrow('closed');
  });
});

describe('M Cafes that are called over TLS', () => {
  it('[M18] certificate errors are reported precisely, and not retried', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'tests/support/putOverTls.ts'], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: 'tests/support/certificates/authority.pem' },
    });
    expect(JSON.parse(stdout)).toEqual({
      cafe: 'taken',
      selfSigned:
        'cafe: Сертификат кафе выпустил неизвестный центр или само кафе (DEPTH_ZERO_SELF_SIGNED_CERT): попросите поставить сертификат известного центра',
      expired: 'cafe: Срок сертификата кафе истёк (CERT_HAS_EXPIRED): попросите кафе обновить его',
      other:
        'cafe: Сертификат кафе выдан другому имени (ERR_TLS_CERT_ALTNAME_INVALID): проверьте адрес в настройках кафе или попросите кафе сменить сертификат',
      plain: expect.stringMatching(/^cafe: Защищённого соединения с кафе нет \(\w+\): проверьте/),
    });
  });
});
