import { randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { computeUploadLimit, SLOWEST_LINE } from '../outgoing/uploadLimit.ts';
import { withTimeout } from '../withTimeout.ts';
import { StoreUnreachableError } from './outages.ts';
import type { FileStore, ListedFile } from './store.ts';
import { STORE_ID_FILE } from './storeId.ts';

/**
 * How long to wait for the store: `silence` ms for an answer, and for each part of its body. A write has longer, by what
 * it takes on a line of `bytesPerMs`.
 */
const defaultLimits = { silence: 60_000, bytesPerMs: SLOWEST_LINE };
const MAX_RETRIES = 3;
/** Of a proxy whose store is away, or of a store that can take no calls at the moment. */
const OUTAGE_STATUSES = [502, 503, 504];

/**
 * Keeps files in a bucket of an S3-compatible store. The bucket name is part of the path, because not every store
 * supports subdomains.
 * @param url `https://<key>:<secret>@<host>/<bucket>[/<folder>][?region=…]`; key and secret percent-encoded
 * @param limits so that tests need not wait
 */
export const createBucketStore = (url: string, limits: typeof defaultLimits = defaultLimits): FileStore => {
  const { username, password, origin, pathname, searchParams } = new URL(url);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
    retries: MAX_RETRIES,
    initRetryMs: 100,
  });
  const base = origin + pathname.replace(/\/+$/, '');
  const callAddress = createCall(client, limits);
  const call = (name: string, init: StoreRequest): Promise<Response> => callAddress(`${base}/${name}`, init);

  const remove = async (name: string): Promise<void> => {
    const response = await call(name, { method: 'DELETE' });
    if (response.status !== 404) await expectOk(response);
    await response.body?.cancel();
  };
  const put: FileStore['put'] = async (name, bytes, mediaType) => {
    const body = bytes instanceof Blob ? bytes : new Blob([Buffer.from(bytes)]);
    const response = await call(name, { method: 'PUT', body, headers: { 'Content-Type': mediaType } });
    await (await expectOk(response)).body?.cancel();
  };

  return {
    put,
    read: async name => {
      const response = await call(name, { method: 'GET' });
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      const { body, headers } = await expectOk(response);
      if (!body) throw new Error(`${name}: the store of files answered nothing`);
      const length = headers.get('Content-Length');
      return { body, bytes: length === null ? null : Number(length) };
    },
    remove: async names => {
      for (const name of names) await remove(name);
    },
    list: prefix => listObjects(callAddress, base, prefix),
    check: async () => {
      const name = `check-${randomUUID()}`;
      await put(name, new Uint8Array(), 'text/plain');
      await remove(name);
    },
  };
};

type StoreRequest = Omit<RequestInit, 'body' | 'signal'> & { body?: Blob };
type Call = (address: string, init: StoreRequest) => Promise<Response>;

/** Calls whose answers, their bodies included, fail with `StoreUnreachableError` when the store does not go on. */
const createCall =
  (client: AwsClient, { silence, bytesPerMs }: typeof defaultLimits): Call =>
  async (address, init) => {
    const abandoned = new AbortController();
    const answer = client.fetch(address, { ...init, signal: abandoned.signal });
    const limit = computeUploadLimit(silence, init.body?.size ?? 0, bytesPerMs);
    const response = await withTimeout(answer, limit).catch((error: Error) => {
      abandoned.abort();
      return throwUnreachable(error);
    });
    if (!response.body) return response;
    const { status, headers } = response;
    return new Response(limitSilence(response.body.getReader(), silence), { status, headers });
  };

/** The store is waited for only while somebody reads, who may be slow. */
const limitSilence = (reader: ReadableStreamDefaultReader<Uint8Array>, silence: number): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      pull: async target => {
        const { done, value } = await withTimeout(reader.read(), silence).catch((error: Error) => {
          void reader.cancel(error).catch(() => {});
          return throwUnreachable(error);
        });
        if (done) target.close();
        else target.enqueue(value);
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );

/** @throws {StoreUnreachableError} with the reason, which `fetch` gives as the cause of its own error */
const throwUnreachable = (error: Error): never => {
  throw new StoreUnreachableError('the store of files does not answer', { cause: error.cause ?? error });
};

/** @throws with the store's error code, never the URL, which contains the secret */
const expectOk = async (response: Response): Promise<Response> => {
  if (response.ok) return response;
  const body = await response.text();
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1];
  const message = `the store of files answered ${[response.status, code].filter(Boolean).join(' ')}`;
  throw OUTAGE_STATUSES.includes(response.status) ? new StoreUnreachableError(message) : new Error(message);
};

/** Lists a bucket page by page (ListObjectsV2). Names need no escaping, as `FileStore` requires. */
async function* listObjects(call: Call, base: string, namePrefix = ''): AsyncGenerator<ListedFile> {
  const { origin, pathname } = new URL(base);
  const [, bucket = '', ...folders] = pathname.split('/');
  const root = folders.map(folder => `${folder}/`).join('');
  for (let continuation: string | undefined = ''; continuation !== undefined; ) {
    const query = new URLSearchParams({ 'list-type': '2', prefix: `${root}${namePrefix}` });
    if (continuation) query.set('continuation-token', continuation);
    const response = await call(`${origin}/${bucket}?${query}`, { method: 'GET' });
    const page = await (await expectOk(response)).text();
    for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const name = readElement(entry, 'Key').slice(root.length);
      const bytes = Number(readElement(entry, 'Size'));
      if (name !== STORE_ID_FILE) yield { name, bytes, modifiedAt: new Date(readElement(entry, 'LastModified')) };
    }
    continuation = readElement(page, 'IsTruncated') === 'true' ? readElement(page, 'NextContinuationToken') : undefined;
  }
}

const readElement = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '').replaceAll('&amp;', '&').replaceAll('&quot;', '"');
