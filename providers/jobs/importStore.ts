import { useSyncExternalStore } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { EventName } from '#contract/events.ts';
import type { ImportOptions as HowTableIsRead, ImportPreview } from '#contract/importing.ts';
import { ApiError } from '../http/errors.ts';
import type { Api } from '../http/http.ts';
import { createListeners } from '../realtime/listeners.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { importMessages, limitMessages, type Translate } from '../reporting/notices.ts';
import { useService } from '../ServicesContext.ts';
import {
  afterCheck,
  afterEvent,
  afterRun,
  contiguous,
  type ImportEvent,
  type ImportState,
  idleImport,
  isImportEnded,
  LOG_PAGE,
  mergeLog,
} from './importState.ts';
import { type Sample, sampleBefore, withSample } from './runPace.ts';

/** What the person is told of an import, wherever in the application they are (§4, §8). */
export interface ImportNotice {
  text: string;
  isError: boolean;
  /** How an import goes, of which only the latest word counts; other messages all count. */
  of?: 'run';
}

/** What the person ticked: missing values of references are made, empty cells empty their fields. */
export type HowRead = Readonly<HowTableIsRead>;

const ticked = (how: HowRead | undefined) => ({
  query: { ...(how?.create && { create: '1' as const }), ...(how?.clear && { clear: '1' as const }) },
});

/** The one import of the product (§4), followed over the socket and made whole by HTTP. */
export interface ImportStore {
  state(): ImportState;
  /** How much of the file has been sent, 0 to 1; null while nothing is being sent. */
  sent(): number | null;
  /** How far the run was in the last while. */
  samples(): readonly Sample[];
  /** Asks the server what runs (§4: checking the status). */
  check(): Promise<void>;
  /** What a file would do, nothing written; or what the server says against it. Ends with an `AbortError` when given up. */
  preview(file: File, signal: AbortSignal, how?: HowRead): Promise<ImportPreview | readonly string[]>;
  /** Sends a file; answers what the server said against it, nothing when it runs or was held back by the signal. */
  start(file: File, how?: HowRead, signal?: AbortSignal): Promise<readonly string[]>;
  cancel(): Promise<void>;
  /** Brings a run with its whole log onto the screen. */
  show(runId: number): Promise<void>;
  /** Leaves an ended run for a new start. */
  reset(): void;
  onChange(listener: () => void): () => void;
  onNotice(listener: (notice: ImportNotice) => void): () => void;
}

interface ImportOptions {
  api: Api;
  realtime: Pick<Realtime, 'on' | 'onConnect'>;
  /** Translates the texts of failures. */
  translate: Translate;
  /** Whether the person may import; nobody else asks for runs. */
  mayImport: () => boolean;
}

const errorEvents: ReadonlySet<ImportEvent> = new Set<ImportEvent>(['IMPORT_ERROR', 'IMPORT_POST_ERROR']);
const heard: readonly ImportEvent[] = [
  'IMPORT_STARTS',
  'IMPORT_UPDATE',
  'IMPORT_POST',
  'IMPORT_POST_ERROR',
  'IMPORT_INTERUPT',
  'IMPORT_ERROR',
  'IMPORT_READY',
] satisfies EventName[];

/** Log lines asked for with a run: more than are in sight, and few enough to be there at once. */
const FIRST_PAGE = 200;

/** An import store over the API and the socket. */
export const createImportStore = (options: ImportOptions): ImportStore => {
  const { api, realtime } = options;
  const state = createValue(idleImport);
  const sent = createValue<number | null>(null);
  const notices = createListeners<[ImportNotice]>();
  const samples = follow(state);
  const complete = completer(api, state);
  const check = checker(options, state, complete);
  followEvents(realtime, state, notices.notify, complete);
  realtime.onConnect(() => void check());
  const tellAll = (texts: readonly string[], isError: boolean): void => {
    for (const text of limitMessages(texts, options.translate)) notices.notify({ text, isError });
  };

  return {
    state: state.get,
    sent: sent.get,
    samples,
    check,
    preview: previewer(options, sent),
    start: async (file, how, signal) => {
      sent.set(0);
      try {
        const { result, messages } = await api.withMessages(endpoints.imports.start, {
          ...ticked(how),
          file,
          onUploadProgress: sent.set,
          ...(signal && { signal }),
        });
        tellAll(messages, false);
        const { runId } = state.get();
        if (result && (runId === null || result.id >= runId)) state.set(afterRun(state.get(), result));
        else if (!result) await check();
        return [];
      } catch (error) {
        if (!signal?.aborted) return importMessages(error, options.translate);
        // It may have been there already.
        void check();
        return [];
      } finally {
        sent.set(null);
      }
    },
    cancel: canceller(options, state, tellAll, complete),
    show: async runId => {
      const run = await api(endpoints.imports.run, { params: { id: runId }, query: { limit: FIRST_PAGE } });
      state.set({ ...afterRun(idleImport, run), log: run.log });
      await complete(runId);
    },
    reset: () => state.set(idleImport),
    onChange: listener => {
      const ends = [state.onChange(listener), sent.onChange(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    onNotice: notices.add,
  };
};

const canceller =
  (
    { api, translate }: ImportOptions,
    state: Value<ImportState>,
    tellAll: (texts: readonly string[], isError: boolean) => void,
    complete: Complete,
  ): ImportStore['cancel'] =>
  async () => {
    try {
      tellAll((await api.withMessages(endpoints.imports.cancel)).messages, false);
    } catch (error) {
      tellAll(importMessages(error, translate), true);
    }
    const { runId } = state.get();
    if (runId !== null) await complete(runId).catch(() => undefined);
  };

/** Takes note of how far a run is as it is told, and of where it stood before the server was asked. */
const follow = (state: Value<ImportState>): (() => readonly Sample[]) => {
  let samples: readonly Sample[] = [];
  let asked: number | null = null;
  state.onChange(() => {
    const { status, progress, counts, elapsed } = state.get();
    const rows = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
    const sample = { at: Date.now(), progress, rows };
    if (elapsed !== null && elapsed !== asked) samples = [sampleBefore(sample, elapsed)];
    asked = elapsed;
    samples = status === 'processing' ? withSample(samples, sample) : [];
  });
  return () => samples;
};

const previewer =
  ({ api, translate }: ImportOptions, sent: Value<number | null>): ImportStore['preview'] =>
  async (file, signal, how) => {
    sent.set(0);
    try {
      return await api(endpoints.imports.preview, { ...ticked(how), file, signal, onUploadProgress: sent.set });
    } catch (error) {
      if (signal.aborted) throw error;
      return importMessages(error, translate);
    } finally {
      if (!signal.aborted) sent.set(null);
    }
  };

/** A value and whoever wants to hear of its changes. */
interface Value<T> {
  get: () => T;
  set: (next: T) => void;
  onChange: (listener: () => void) => () => void;
}

const createValue = <T>(initial: T): Value<T> => {
  const listeners = createListeners();
  let value = initial;
  return {
    get: () => value,
    set: next => {
      if (next === value) return;
      value = next;
      listeners.notify();
    },
    onChange: listeners.add,
  };
};

type Complete = (runId: number) => Promise<void>;

/** Fetches a run and the log lines that are missing; what the socket brings meanwhile is kept. */
const completer =
  (api: Api, state: Value<ImportState>): Complete =>
  async runId => {
    for (;;) {
      const before = state.get();
      const after = before.runId === runId ? contiguous(before.log) : 0;
      const run = await api(endpoints.imports.run, { params: { id: runId }, query: { after, limit: LOG_PAGE } });
      const now = state.get();
      if (now.runId !== null && now.runId !== runId) return;
      const next = afterRun(now, run);
      state.set({ ...next, log: mergeLog(next.log, run.log) });
      if (run.log.length === 0 || contiguous(state.get().log) >= run.log_total) return;
    }
  };

/** §4, checking the status: success sets processing; a run that was being watched shows how it ended. */
const checker =
  ({ api, mayImport }: ImportOptions, state: Value<ImportState>, complete: Complete) =>
  async () => {
    if (!mayImport()) return;
    const known = state.get().runId;
    try {
      const run = await api(endpoints.imports.current);
      if (run) {
        state.set(afterCheck(state.get(), run));
        await complete(run.id);
        return;
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'network') return;
    }
    if (known !== null && state.get().runId === known) await complete(known).catch(() => state.set(idleImport));
  };

const followEvents = (
  realtime: ImportOptions['realtime'],
  state: Value<ImportState>,
  tell: (notice: ImportNotice) => void,
  complete: Complete,
): void => {
  for (const event of heard)
    realtime.on(event, told => {
      const before = state.get();
      const now = afterEvent(before, event, told);
      state.set(now);
      // A start that is told late tells of nothing that still begins.
      const isLate = event === 'IMPORT_STARTS' && (now.runId !== told.run_id || isImportEnded(now));
      const isError = errorEvents.has(event);
      // That its end went wrong is not taken back by the end.
      const of = event === 'IMPORT_POST_ERROR' ? {} : { of: 'run' as const };
      // §4 names no message of IMPORT_POST: the heading of the page says as much.
      if (told.message && !isLate && event !== 'IMPORT_POST') tell({ text: told.message, isError, ...of });
      const hasEnded = isImportEnded(now) && !isImportEnded(before);
      const isUnknown = event === 'IMPORT_STARTS' && now.fileName === null;
      if ((hasEnded || isUnknown) && now.runId !== null) complete(now.runId).catch(() => undefined);
    });
};

/** The import store of the application. */
export const useImportStore = (): ImportStore => useService('importStore');

/** The import as it stands, kept up to date, with what can be done about it. */
export const useImport = () => {
  const store = useImportStore();
  const state = useSyncExternalStore(store.onChange, store.state);
  const sent = useSyncExternalStore(store.onChange, store.sent);
  return { ...store, state, sent, samples: store.samples() };
};
