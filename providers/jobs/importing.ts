import { endpoints } from '#contract/endpoints.ts';
import type { EventName } from '#contract/events.ts';
import type { ImportOptions, ImportPreview, ImportRun, LogItem } from '#contract/importing.ts';
import { isRefusal } from '../http/errors.ts';
import { importMessages } from '../reporting/notices.ts';
import type { RunEvent } from './runState.ts';
import { createRunStore, type EventNotice, type RunKind, type RunStoreOptions } from './runStore.ts';

const calls = endpoints.imports;

/** §4 and §8: the effect of each event; the misspelled name is the specification's. */
const transitions = {
  IMPORT_STARTS: { status: 'processing', isStart: true, notice: 'info' },
  // §8 defines no notice for these two; the page and the header show the progress.
  IMPORT_UPDATE: { status: 'processing' },
  IMPORT_POST: { status: 'post_processing' },
  // Stays true after the run has ended, so later messages do not replace it.
  IMPORT_POST_ERROR: { status: null, notice: 'error', isLasting: true },
  IMPORT_INTERUPT: { status: 'canceled', notice: 'info' },
  IMPORT_ERROR: { status: 'canceled', notice: 'error' },
  IMPORT_READY: { status: 'finished', notice: 'info' },
} as const satisfies Partial<Record<EventName, Pick<RunEvent, 'status' | 'isStart'> & EventNotice>>;
const events = Object.keys(transitions) as (keyof typeof transitions)[];

export const importKind: RunKind<ImportRun, LogItem> = {
  name: 'import',
  access: calls.current.access,
  cancelAccess: calls.cancel.access,
  listen: (on, apply) => events.map(event => on(event, payload => apply({ ...payload, ...transitions[event] }))),
  readCurrent: api => api(calls.current),
  read: (api, id, query, signal) => api(calls.run, { params: { id }, query, signal }),
  list: (api, page, signal) => api(calls.runs, { query: { page, per_page: 10 }, signal }),
  cancel: api => api.withMessages(calls.cancel),
};

export type ImportChoices = Readonly<ImportOptions>;

interface Upload {
  choices?: ImportChoices;
  signal?: AbortSignal;
  onUploadProgress?: (sent: number) => void;
}

const requestOf = (file: File, { choices, ...request }: Upload) => ({
  query: { ...(choices?.create && { create: '1' as const }), ...(choices?.clear && { clear: '1' as const }) },
  file,
  ...request,
});

export const createImportRuns = (options: RunStoreOptions) => {
  const store = createRunStore(importKind, options);
  const { api, translate } = options;
  return {
    ...store,
    /**
     * The preview of a file, or the reasons why it is refused.
     * @throws AbortError, and ApiError when the preview itself failed
     */
    preview: async (file: File, upload: Upload = {}): Promise<ImportPreview | readonly string[]> => {
      try {
        return await api(calls.preview, requestOf(file, upload));
      } catch (error) {
        if (upload.signal?.aborted || !isRefusal(error)) throw error;
        return importMessages(error, translate);
      }
    },
    /**
     * Starts the import of a file. Returns the reasons if it is refused, and nothing if it was started or aborted.
     * @throws ApiError if the server did not judge the file
     */
    start: async (file: File, upload: Upload = {}): Promise<readonly string[]> => {
      try {
        const { result, messages } = await api.withMessages(calls.start, requestOf(file, upload));
        store.announce(messages, false);
        if (result) store.started(result);
        else await store.check();
        return [];
      } catch (error) {
        if (upload.signal?.aborted) {
          // Checked, because the server may have received the file before the request was aborted.
          void store.check();
          return [];
        }
        if (!isRefusal(error)) throw error;
        return importMessages(error, translate);
      }
    },
  };
};
