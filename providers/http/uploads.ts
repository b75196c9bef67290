import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import pLimit, { type LimitFunction } from 'p-limit';
import { useSyncExternalStore } from 'react';
import type { UploadResult } from '#contract/images.ts';
import { imageLimits } from '#contract/limits.ts';
import { cacheImages, getImageEndpoints, type RecordRef } from '../cache/images.ts';
import type { SharedBatch, WrittenBatches } from '../cache/writtenBatches.ts';
import { type UnsavedForms, useUnsavedForms } from '../forms/unsavedForms.ts';
import { createListeners, type Listeners } from '../realtime/listeners.ts';
import { useService } from '../ServicesContext.ts';
import { ApiError } from './errors.ts';
import type { Api } from './http.ts';
import { createIdempotencyKey } from './idempotencyKey.ts';
import { useApi } from './useApi.ts';

export interface Upload extends RecordRef {
  id: number;
  file: File;
  replace: number | null;
  /** Shared by files that were added together. */
  batch: SharedBatch;
  /** `preparing`: fully sent, and being processed by the server. `refused`: a retry would be rejected again. */
  status: 'waiting' | 'sending' | 'preparing' | 'failed' | 'refused';
  sentBytes: number;
  /** The error of the failed request; null if the file was too large to be sent. */
  error: unknown;
}

export interface UploadStore {
  getByRecord: (owner: RecordRef) => readonly Upload[];
  add: (owner: RecordRef, files: readonly File[], replace?: number) => void;
  retry: (id: number) => void;
  drop: (id: number) => void;
  onChange: (listener: () => void) => () => void;
  onDuplicate: (listener: (upload: Upload) => void) => () => void;
}

interface UploadStoreOptions {
  api: Api;
  client: QueryClient;
  unsavedForms: Pick<UnsavedForms, 'register'>;
  written: Pick<WrittenBatches, 'begin'>;
}

/**
 * The number of records to which files are uploaded in parallel. The files of one record are uploaded one after
 * another, so that they keep their order.
 */
const MAX_CONCURRENT_RECORDS = 2;

/**
 * Uploads files and keeps failed files for a retry. Until a file is uploaded, it counts as unsaved, so that the window
 * asks before closing.
 */
const createUploadStore = ({ api, client, unsavedForms, written }: UploadStoreOptions): UploadStore => {
  const queue = createQueue();
  const duplicates = createListeners<[Upload]>();
  const recordSlots = pLimit(MAX_CONCURRENT_RECORDS);
  const limitersByRecord = new Map<string, LimitFunction>();
  const abortControllers = new Map<number, AbortController>();
  const keys = new Map<number, string>();
  unsavedForms.register({
    isUnsaved: () => queue.all().some(({ status }) => status !== 'refused'),
    outlivesScreen: true,
  });

  const send = async (id: number): Promise<void> => {
    const upload = queue.get(id);
    if (!upload) return;
    const abortController = new AbortController();
    abortControllers.set(id, abortController);
    queue.change(id, { status: 'sending' });
    try {
      const result = await postUpload(api, upload, getIdempotencyKey(keys, id), abortController.signal, sentBytes =>
        queue.change(id, { sentBytes, status: sentBytes < 1 ? 'sending' : 'preparing' }),
      );
      upload.batch.add(result);
      const { files, ...images } = result;
      cacheImages(client, upload, images);
      if (files.some(({ is_new }) => !is_new)) duplicates.notify(upload);
      queue.drop(id);
    } catch (error) {
      if (!abortController.signal.aborted)
        queue.change(id, { status: isPermanent(error) ? 'refused' : 'failed', error });
    } finally {
      abortControllers.delete(id);
    }
  };
  const enqueue = ({ id, resource, recordId }: Upload): void => {
    const name = `${resource} ${recordId}`;
    const recordQueue = limitersByRecord.get(name) ?? pLimit(1);
    limitersByRecord.set(name, recordQueue);
    void recordQueue(() => recordSlots(() => send(id)));
  };

  return {
    getByRecord: queue.forRecord,
    add: (owner, files, replace) => {
      const given = { ...owner, replace: replace ?? null, batch: written.begin() };
      for (const upload of queue.add(given, files)) if (upload.status === 'waiting') enqueue(upload);
    },
    retry: id => {
      const upload = queue.get(id);
      if (upload?.status !== 'failed') return;
      queue.change(id, { status: 'waiting', sentBytes: 0, error: null });
      enqueue(upload);
    },
    drop: id => {
      abortControllers.get(id)?.abort();
      keys.delete(id);
      queue.drop(id);
    },
    onChange: queue.onChange,
    onDuplicate: duplicates.add,
  };
};

/** One key per upload, so that a retry after a lost response does not add the image twice (contract 2). */
const getIdempotencyKey = (keys: Map<number, string>, id: number): string => {
  const key = keys.get(id) ?? createIdempotencyKey();
  keys.set(id, key);
  return key;
};

const postUpload = (
  api: Api,
  { resource, recordId, file, replace, batch }: Upload,
  key: string,
  signal: AbortSignal,
  onUploadProgress: (sentBytes: number) => void,
): Promise<UploadResult> =>
  api(getImageEndpoints(resource).add, {
    params: { id: recordId },
    query: replace === null ? {} : { replace },
    headers: { 'Idempotency-Key': key, ...batch.getHeaders() },
    file,
    signal,
    onUploadProgress,
  });

const isPermanent = (error: unknown): boolean =>
  error instanceof ApiError && ['invalid', 'tooLarge', 'forbidden', 'notFound'].includes(error.kind);

/**
 * Uploads by record. A record's array keeps its identity until one of its uploads changes, because
 * `useSyncExternalStore` requires that.
 */
const createQueue = () => {
  const changeListeners: Listeners<[]> = createListeners();
  let uploads: readonly Upload[] = [];
  let views = new Map<string, readonly Upload[]>();
  let last = 0;
  const set = (next: readonly Upload[]): void => {
    uploads = next;
    views = new Map();
    changeListeners.notify();
  };
  return {
    all: () => uploads,
    get: (id: number) => uploads.find(upload => upload.id === id),
    forRecord: ({ resource, recordId }: RecordRef): readonly Upload[] => {
      const name = `${resource} ${recordId}`;
      const view =
        views.get(name) ?? uploads.filter(upload => upload.resource === resource && upload.recordId === recordId);
      views.set(name, view);
      return view;
    },
    add: (given: Pick<Upload, 'resource' | 'recordId' | 'replace' | 'batch'>, files: readonly File[]): Upload[] => {
      const newUploads = files.map((file): Upload => {
        last += 1;
        const status = file.size > imageLimits.fileBytes ? 'refused' : 'waiting';
        return { ...given, id: last, file, status, sentBytes: 0, error: null };
      });
      set([...uploads, ...newUploads]);
      return newUploads;
    },
    change: (id: number, changes: Partial<Upload>): void =>
      set(uploads.map(upload => (upload.id === id ? { ...upload, ...changes } : upload))),
    drop: (id: number): void => set(uploads.filter(upload => upload.id !== id)),
    onChange: changeListeners.add,
  };
};

const storesByApi = new WeakMap<Api, UploadStore>();

/** One store per document, created on first use, so that uploads continue when the screen is closed. */
export const useUploadStore = (): UploadStore => {
  const api = useApi();
  const client = useQueryClient();
  const unsavedForms = useUnsavedForms();
  const written = useService('written');
  const store = storesByApi.get(api) ?? createUploadStore({ api, client, unsavedForms, written });
  storesByApi.set(api, store);
  return store;
};

export const useUploads = (owner: RecordRef): readonly Upload[] => {
  const { getByRecord, onChange } = useUploadStore();
  return useSyncExternalStore(onChange, () => getByRecord(owner));
};
