import { endpoints } from '#contract/endpoints.ts';
import type { EventName } from '#contract/events.ts';
import type { ImportRun, LogItem } from '#contract/importing.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import { isRefusal } from '../http/errors.ts';
import { toImportMessages } from '../reporting/notices.ts';
import type { RunEvent } from './runState.ts';
import { createRunStore, type EventNotice, type RunKind, type RunStoreOptions } from './runStore.ts';

const importEndpoints = endpoints.imports;

/** §4 and §8: the effect of each event; the misspelled name comes from the specification. */
const transitions = {
  IMPORT_STARTS: { status: 'processing', isStart: true, notice: 'info' },
  // §8 defines no notice for these two events. The page and the header show the progress.
  IMPORT_UPDATE: { status: 'processing' },
  IMPORT_POST: { status: 'post_processing' },
  // Stays true after the run has ended, so that later messages do not replace its notice.
  IMPORT_POST_ERROR: { status: null, notice: 'error', isLasting: true },
  IMPORT_INTERUPT: { status: 'canceled', notice: 'info' },
  IMPORT_ERROR: { status: 'canceled', notice: 'error' },
  IMPORT_READY: { status: 'finished', notice: 'info' },
} as const satisfies Partial<Record<EventName, Pick<RunEvent, 'status' | 'isStart'> & EventNotice>>;
const events = Object.keys(transitions) as (keyof typeof transitions)[];

export const importKind: RunKind<ImportRun, LogItem> = {
  name: 'import',
  access: importEndpoints.current.access,
  cancelAccess: importEndpoints.cancel.access,
  listen: (on, apply) => events.map(event => on(event, payload => apply({ ...payload, ...transitions[event] }))),
  readCurrent: api => api(importEndpoints.current),
  read: (api, id, query, signal) => api(importEndpoints.run, { params: { id }, query, signal }),
  list: (api, page, signal) => api(importEndpoints.runs, { query: { page, per_page: 10 }, signal }),
  cancel: api => api.withMessages(importEndpoints.cancel),
};

interface UploadRequest {
  signal?: AbortSignal;
  onUploadProgress?: (sentBytes: number) => void;
  /** The id of the profile to read the file with; by default, the server chooses one by the headings. */
  profile?: number | undefined;
}

const preparedEndpoints = endpoints.preparedImports;

export const createImportRuns = (options: RunStoreOptions) => {
  const store = createRunStore(importKind, options);
  const { api, translate } = options;
  /** The result of a call, or the server's reasons for refusing it. */
  const resultOrReasons = async <T>(call: Promise<T>): Promise<T | readonly string[]> => {
    try {
      return await call;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return toImportMessages(error, translate);
    }
  };
  return {
    ...store,
    /**
     * Uploads a file, which the server stores until it is imported. Returns the reasons if the file is refused.
     * @throws AbortError when aborted; ApiError if the request failed before the file was checked
     */
    keep: (file: File, { profile, ...upload }: UploadRequest = {}): Promise<PreparedImport | readonly string[]> =>
      resultOrReasons(
        api(preparedEndpoints.keep, { file, query: profile === undefined ? {} : { profile }, ...upload }),
      ),
    /**
     * Uploads an archive of images that comes with a table.
     * @throws AbortError when aborted; ApiError
     */
    addImages: (id: number, file: File, upload: Omit<UploadRequest, 'profile'>): Promise<PreparedImport> =>
      api(preparedEndpoints.addImages, { params: { id }, file, ...upload }),
    /**
     * Starts the import of an uploaded file, unless its choices have changed since `revision`. Returns the reasons if
     * it is refused, and nothing if it was started. `archivesMost` confirms that most of the expected products are
     * archived.
     * @throws ApiError if the request failed before it was checked
     */
    start: async (
      id: number,
      { revision, archivesMost = false }: { revision?: number; archivesMost?: boolean } = {},
    ): Promise<readonly string[]> => {
      const result = await resultOrReasons(
        api.withMessages(preparedEndpoints.start, {
          params: { id },
          query: { ...(revision !== undefined && { revision }), ...(archivesMost && { archives_most: '1' as const }) },
        }),
      );
      if (!('messages' in result)) return result;
      store.announce(result.messages, false);
      if (result.result) store.registerStartedRun(result.result);
      else await store.check();
      return [];
    },
  };
};
