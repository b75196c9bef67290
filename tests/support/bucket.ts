import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

interface Bucket {
  /** Value for `FILES_URL`. */
  url: string;
  objects: Map<string, { bytes: Buffer; mediaType: string }>;
}

const KEY = 'key';
const SECRET = 'secret/1';
const REGION = 'ru-central1';

/** A fake bucket with the subset of S3 that the server uses; it verifies signatures (AWS Signature Version 4). */
export const useFakeBucket = (): (() => Bucket) => {
  const objects: Bucket['objects'] = new Map();
  let server: Server;
  let url = '';
  beforeAll(async () => {
    server = createServer((request, response) => {
      void answer(request, objects).then(({ status, body, mediaType }) =>
        response.writeHead(status, { 'Content-Type': mediaType }).end(body),
      );
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    url = `http://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/bucket?region=${REGION}`;
  });
  beforeEach(() => objects.clear());
  afterAll(() => new Promise(resolve => server.close(resolve)));
  return () => ({ url, objects });
};

interface Answered {
  status: number;
  body: Buffer | string;
  mediaType: string;
}

const answer = async (request: IncomingMessage, objects: Bucket['objects']): Promise<Answered> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const fault = (status: number, code: string): Answered => ({
    status,
    body: `<Error><Code>${code}</Code></Error>`,
    mediaType: 'application/xml',
  });
  if (!isSigned(request)) return fault(403, 'SignatureDoesNotMatch');
  const address = new URL(request.url ?? '', 'http://bucket');
  if (address.searchParams.has('list-type')) return listObjects(objects, address.searchParams);
  const name = decodeURIComponent(address.pathname.replace('/bucket/', ''));
  const mediaType = request.headers['content-type'] ?? '';
  switch (request.method) {
    case 'PUT':
      objects.set(name, { bytes: Buffer.concat(chunks), mediaType });
      return { status: 200, body: '', mediaType };
    case 'DELETE':
      objects.delete(name);
      return { status: 204, body: '', mediaType: '' };
    default: {
      const found = objects.get(name);
      return found ? { status: 200, body: found.bytes, mediaType: found.mediaType } : fault(404, 'NoSuchKey');
    }
  }
};

/** Pages are short, so that a client which reads only the first is noticed. */
const KEYS_PER_PAGE = 2;

const listObjects = (objects: Bucket['objects'], query: URLSearchParams): Answered => {
  const after = query.get('continuation-token') ?? '';
  const names = [...objects.keys()].filter(name => name.startsWith(query.get('prefix') ?? '') && name > after).sort();
  const page = names.slice(0, KEYS_PER_PAGE);
  const entries = page.map(
    name =>
      `<Contents><Key>${name}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>${objects.get(name)?.bytes.length}</Size></Contents>`,
  );
  const next = names.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const body = `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${entries.join('')}${next}</ListBucketResult>`;
  return { status: 200, body, mediaType: 'application/xml' };
};

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const isSigned = ({ method, url = '', headers }: IncomingMessage): boolean => {
  const { authorization = '' } = headers;
  const [, credential = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(authorization) ?? [];
  const [key, date = '', region = ''] = credential.split('/');
  const names = signed.split(';');
  const canonical = [
    method,
    url.split('?')[0],
    (url.split('?')[1] ?? '').split('&').sort().join('&'),
    ...names.map(name => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const toSign = [
    'AWS4-HMAC-SHA256',
    String(headers['x-amz-date']),
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const signingKey = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
  return key === KEY && region === REGION && hmac(signingKey, toSign).toString('hex') === signature;
};
