import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import type { EventPayload } from '#contract/events.ts';
import type { SendingCafe, SendingChoice } from '#contract/sending.ts';
import { ApiError } from '../http/errors.ts';
import { useApi } from '../http/useApi.ts';
import { useRealtime } from '../realtime/realtime.ts';
import { shownInPlace } from '../reporting/ErrorNotifier.tsx';
import { importMessages, limitMessages, type Translate } from '../reporting/notices.ts';
import { useCan } from '../session/profile.ts';
import { contiguous, LOG_PAGE, mergeLog } from './importState.ts';
import {
  afterSendingCheck,
  afterSendingEvent,
  idleSending,
  isSendingEnded,
  type SendingEvent,
  type SendingState,
} from './sendingState.ts';

const ROOT = 'sending';
const STATE = [ROOT, 'state'];

const calls = endpoints.sending;
type RunWithLog = z.output<typeof calls.run.result>;
type Told = EventPayload<SendingEvent>;
/** A choice as it is sent. */
export type Choice = z.input<typeof SendingChoice>;

/** Whether media are being sent and how far that is (§4), whoever may send some. */
export const useSendingState = (): SendingState => {
  const api = useApi();
  const client = useQueryClient();
  const isOpen = useCan()(calls.current.access);
  const { data } = useQuery({
    queryKey: STATE,
    queryFn: async ({ signal }): Promise<SendingState> => {
      const run = await api(calls.current, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.kind === 'notFound') return null;
        throw error;
      });
      return afterSendingCheck(stateIn(client), run);
    },
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
    meta: shownInPlace,
  });
  return data ?? idleSending;
};

const stateIn = (client: QueryClient): SendingState => client.getQueryData<SendingState>(STATE) ?? idleSending;

/** A run with its whole log, which grows as the run tells of it. */
export const useSendingRun = (id: number | null) => {
  const api = useApi();
  const client = useQueryClient();
  const key = [ROOT, 'run', id];
  return useQuery({
    queryKey: key,
    // What is known stays: the log is read on from its first gap, and what the socket told meanwhile is newer.
    queryFn: async ({ signal }): Promise<RunWithLog> => {
      const known = () => client.getQueryData<RunWithLog>(key);
      const read = (after: number) =>
        api(calls.run, { params: { id: id ?? 0 }, query: { after, limit: LOG_PAGE }, signal });
      let after = contiguous(known()?.log ?? []);
      let run = await read(after);
      let log = mergeLog(known()?.log ?? [], run.log);
      while (run.log.length > 0 && contiguous(log) < run.log_total) {
        after = contiguous(log);
        run = await read(after);
        log = mergeLog(log, run.log);
      }
      return goneOn({ ...run, log: [...log] }, known());
    },
    enabled: id !== null,
    meta: shownInPlace,
  });
};

/** A run as it was read, and what is known of it since: it goes on, never back. */
const goneOn = (read: RunWithLog, known: RunWithLog | undefined): RunWithLog => {
  if (!known) return read;
  const log = [...mergeLog(known.log, read.log)];
  const log_total = Math.max(read.log_total, log.length);
  if (read.status !== 'processing' || read.progress >= known.progress) return { ...read, log, log_total };
  const { progress, counts, cafes, bytes_sent, elapsed } = known;
  return { ...read, progress, counts, cafes, bytes_sent, elapsed, log, log_total };
};

/** Runs, the latest first, a page at a time. */
export const useSendingRuns = () => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [ROOT, 'runs'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => api(calls.runs, { query: { page: pageParam }, signal }),
    getNextPageParam: ({ page, per_page, total }) => (page * per_page < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    meta: shownInPlace,
  });
};

/** What a choice would send; null as long as nothing is chosen. */
export const useSendingForecast = (choice: Choice | null) => {
  const api = useApi();
  return useQuery({
    queryKey: [ROOT, 'forecast', choice],
    queryFn: ({ signal }) => api(calls.preview, { body: choice ?? { cafe_ids: [] }, signal }),
    enabled: choice !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: shownInPlace,
  });
};

/** What can be done about runs; everything that is shown of them is read again. */
export const useSendingCalls = () => {
  const api = useApi();
  const client = useQueryClient();
  return {
    start: async (body: Choice) => {
      const run = await api(calls.start, { body });
      client.setQueryData(STATE, afterSendingCheck(stateIn(client), run));
      void readAgain(client);
      return run;
    },
    /** §8: messages of either answer are told one by one. */
    cancel: async (translate: Translate): Promise<{ texts: readonly string[]; isError: boolean }> => {
      try {
        return { texts: limitMessages((await api.withMessages(calls.cancel)).messages, translate), isError: false };
      } catch (error) {
        return { texts: limitMessages(importMessages(error, translate), translate), isError: true };
      } finally {
        void readAgain(client);
      }
    },
  };
};

const readAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [ROOT], predicate: ({ queryKey }) => queryKey[1] !== STATE[1] });

const heard = [
  'SENDMEDIA_STARTS',
  'SENDMEDIA_UPDATE',
  'SENDMEDIA_INTERRUPT',
  'SENDMEDIA_ERROR',
  'SENDMEDIA_READY',
] as const satisfies readonly SendingEvent[];
/** §8: these show the server's message as an error, the others as a normal notice. */
const errors: ReadonlySet<SendingEvent> = new Set<SendingEvent>(['SENDMEDIA_INTERRUPT', 'SENDMEDIA_ERROR']);

/** Follows SENDMEDIA_*, and tells what they say (`tell` stays the same function); once in the application, below the query client. */
export const useSendingEvents = (tell: (text: string, isError: boolean) => void): void => {
  const realtime = useRealtime();
  const client = useQueryClient();
  useEffect(() => {
    const ends = [
      ...heard.map(event =>
        realtime.on(event, told => {
          const isLate = !apply(client, event, told);
          if (told.message && !(isLate && event === 'SENDMEDIA_STARTS')) tell(told.message, errors.has(event));
        }),
      ),
      realtime.onConnect(() => void client.invalidateQueries({ queryKey: [ROOT] })),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, realtime, tell]);
};

/** @returns whether the run that is told of is the one that is known, and still on before this */
const apply = (client: QueryClient, event: SendingEvent, told: Told): boolean => {
  const before = stateIn(client);
  const now = afterSendingEvent(before, event, told);
  client.setQueryData(STATE, now);
  if ('stepItems' in told) addSteps(client, told);
  if (now.runId !== before.runId || now.status !== before.status) void readAgain(client);
  return now.runId === told.run_id && !isSendingEnded(now);
};

/** An event may come twice, late or with a gap before it: progress never falls, and what is missing is read again. */
const addSteps = (client: QueryClient, told: EventPayload<'SENDMEDIA_UPDATE'>): void => {
  const key = [ROOT, 'run', told.run_id];
  const known = client.getQueryData<RunWithLog>(key);
  if (!known) return;
  const hasGap = (told.stepItems[0]?.seq ?? 0) > (known.log.at(-1)?.seq ?? 0) + 1;
  if (hasGap) void client.invalidateQueries({ queryKey: key });
  const log = [...mergeLog(known.log, told.stepItems)];
  const isNewer = known.status === 'processing' && told.progress >= known.progress;
  const { progress, counts = known.counts } = told;
  const { bytes_sent = known.bytes_sent, elapsed = known.elapsed } = told;
  const news = new Map(told.cafes?.map(cafe => [cafe.id, cafe]));
  const cafes = known.cafes.map(cafe => laterOf(cafe, news.get(cafe.id)));
  client.setQueryData<RunWithLog>(key, {
    ...known,
    ...(isNewer && { progress, counts, bytes_sent, elapsed }),
    cafes,
    log,
    log_total: Math.max(known.log_total, log.length),
  });
};

const cafeStages: Record<SendingCafe['status'], number> = {
  waiting: 0,
  processing: 1,
  finished: 2,
  failed: 2,
  canceled: 2,
};

/** How it stands with a cafe: it goes on, never back. */
const laterOf = (known: SendingCafe, told: SendingCafe | undefined): SendingCafe => {
  if (!told) return known;
  const stages = cafeStages[told.status] - cafeStages[known.status];
  const files = told.sent + told.failed - known.sent - known.failed;
  return (stages || files) < 0 ? known : told;
};
