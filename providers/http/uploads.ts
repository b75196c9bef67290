import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import pLimit, { type LimitFunction } from 'p-limit';
import { useSyncExternalStore } from 'react';
import type { Uploaded } from '#contract/images.ts';
import { imageLimits } from '#contract/limits.ts';
import { imageCallsOf, keepImages, type Owner } from '../cache/images.ts';
import { type Unsaved, useUnsaved } from '../forms/unsaved.ts';
import { createListeners, type Listeners } from '../realtime/listeners.ts';
import { ApiError } from './errors.ts';
import type { Api } from './http.ts';
import { newIdempotencyKey } from './idempotencyKey.ts';
import { useApi } from './useApi.ts';

/** A file on its way to a record. */
export interface Upload extends Owner {
  id: number;
  file: File;
  /** The image in whose place it comes; null: behind the others. */
  replace: number | null;
  /** `preparing`: all of it is sent, the server is at work. `refused`: it would be refused again. */
  status: 'waiting' | 'sending' | 'preparing' | 'failed' | 'refused';
  /** 0 to 1. */
  sent: number;
  /** Why it failed: what the call threw, or null for a file that was too large to be sent. */
  error: unknown;
}

/** The files that are on their way, whatever screen is open meanwhile. */
export interface Uploads {
  /** Those of a record, in their order. */
  forRecord: (owner: Owner) => readonly Upload[];
  add: (owner: Owner, files: readonly File[], replace?: number) => void;
  retry: (id: number) => void;
  /** Gives a file up; what is under way is cut short. */
  drop: (id: number) => void;
  onChange: (listener: () => void) => () => void;
  /** Told of a file that is an image of the record already. */
  onKnown: (listener: (upload: Upload) => void) => () => void;
}

interface UploadsOptions {
  api: Api;
  client: QueryClient;
  unsaved: Pick<Unsaved, 'join'>;
}

/** Records whose files are sent at the same time; the files of one go one after another, and so keep their order. */
const RECORDS_AT_ONCE = 2;

/** Sends files and keeps those that failed for another try: until then the window asks before it goes. */
const createUploads = ({ api, client, unsaved }: UploadsOptions): Uploads => {
  const queue = createQueue();
  const known = createListeners<[Upload]>();
  const everybody = pLimit(RECORDS_AT_ONCE);
  const byRecord = new Map<string, LimitFunction>();
  const running = new Map<number, AbortController>();
  const keys = new Map<number, string>();
  unsaved.join({ isUnsaved: () => queue.all().some(({ status }) => status !== 'refused') });

  const send = async (id: number): Promise<void> => {
    const upload = queue.get(id);
    if (!upload) return;
    const abort = new AbortController();
    running.set(id, abort);
    queue.change(id, { status: 'sending' });
    try {
      const { files, ...images } = await post(api, upload, keyOf(keys, id), abort.signal, sent =>
        queue.change(id, { sent, status: sent < 1 ? 'sending' : 'preparing' }),
      );
      keepImages(client, upload, images);
      if (files.some(({ is_new }) => !is_new)) known.notify(upload);
      queue.drop(id);
    } catch (error) {
      if (!abort.signal.aborted) queue.change(id, { status: isFinal(error) ? 'refused' : 'failed', error });
    } finally {
      running.delete(id);
    }
  };
  const enqueue = ({ id, resource, recordId }: Upload): void => {
    const name = `${resource} ${recordId}`;
    const inTurn = byRecord.get(name) ?? pLimit(1);
    byRecord.set(name, inTurn);
    void inTurn(() => everybody(() => send(id)));
  };

  return {
    forRecord: queue.forRecord,
    add: (owner, files, replace) => {
      for (const upload of queue.add(owner, files, replace ?? null)) if (upload.status === 'waiting') enqueue(upload);
    },
    retry: id => {
      const upload = queue.get(id);
      if (upload?.status !== 'failed') return;
      queue.change(id, { status: 'waiting', sent: 0, error: null });
      enqueue(upload);
    },
    drop: id => {
      running.get(id)?.abort();
      keys.delete(id);
      queue.drop(id);
    },
    onChange: queue.onChange,
    onKnown: known.add,
  };
};

/** A try after a lost answer is the same upload (contract 2). */
const keyOf = (keys: Map<number, string>, id: number): string => {
  const key = keys.get(id) ?? newIdempotencyKey();
  keys.set(id, key);
  return key;
};

const post = (
  api: Api,
  { resource, recordId, file, replace }: Upload,
  key: string,
  signal: AbortSignal,
  onUploadProgress: (sent: number) => void,
): Promise<Uploaded> =>
  api(imageCallsOf(resource).add, {
    params: { id: recordId },
    query: replace === null ? {} : { replace },
    headers: { 'Idempotency-Key': key },
    file,
    signal,
    onUploadProgress,
  });

/** Whether the same file would be refused again. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && ['invalid', 'tooLarge', 'forbidden', 'notFound'].includes(error.kind);

/** The uploads by record. A record's list is another object only when something in it changed. */
const createQueue = () => {
  const changed: Listeners<[]> = createListeners();
  let uploads: readonly Upload[] = [];
  let views = new Map<string, readonly Upload[]>();
  let last = 0;
  const set = (next: readonly Upload[]): void => {
    uploads = next;
    views = new Map();
    changed.notify();
  };
  return {
    all: () => uploads,
    get: (id: number) => uploads.find(upload => upload.id === id),
    forRecord: ({ resource, recordId }: Owner): readonly Upload[] => {
      const name = `${resource} ${recordId}`;
      const view =
        views.get(name) ?? uploads.filter(upload => upload.resource === resource && upload.recordId === recordId);
      views.set(name, view);
      return view;
    },
    add: (owner: Owner, files: readonly File[], replace: number | null): Upload[] => {
      const added = files.map((file): Upload => {
        last += 1;
        const status = file.size > imageLimits.fileBytes ? 'refused' : 'waiting';
        return { ...owner, id: last, file, replace, status, sent: 0, error: null };
      });
      set([...uploads, ...added]);
      return added;
    },
    change: (id: number, changes: Partial<Upload>): void =>
      set(uploads.map(upload => (upload.id === id ? { ...upload, ...changes } : upload))),
    drop: (id: number): void => set(uploads.filter(upload => upload.id !== id)),
    onChange: changed.add,
  };
};

const stores = new WeakMap<Api, Uploads>();

/** The uploads of this visit: made with the first screen that asks for them, and there until the document goes. */
export const useUploadStore = (): Uploads => {
  const api = useApi();
  const client = useQueryClient();
  const unsaved = useUnsaved();
  const store = stores.get(api) ?? createUploads({ api, client, unsaved });
  stores.set(api, store);
  return store;
};

/** The files that are on their way to a record. */
export const useUploads = (owner: Owner): readonly Upload[] => {
  const { forRecord, onChange } = useUploadStore();
  return useSyncExternalStore(onChange, () => forRecord(owner));
};
