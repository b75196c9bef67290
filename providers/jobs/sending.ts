import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import type { EventName, EventPayload } from '#contract/events.ts';
import type { Sending, SendingCafe, SendingChoice, SendingLogItem } from '#contract/sending.ts';
import { ApiError } from '../http/errors.ts';
import { useApi } from '../http/useApi.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';
import type { RunEvent } from './runState.ts';
import type { EventNotice, RunKind } from './runStore.ts';

const sendingEndpoints = endpoints.sending;

/** §4 and §8: the effect of each event. */
const transitions = {
  SENDMEDIA_STARTS: { status: 'processing', isStart: true, notice: 'info' },
  SENDMEDIA_UPDATE: { status: 'processing' },
  SENDMEDIA_INTERRUPT: { status: 'canceled', notice: 'error' },
  SENDMEDIA_ERROR: { status: 'canceled', notice: 'error' },
  SENDMEDIA_READY: { status: 'finished', notice: 'info' },
} as const satisfies Partial<Record<EventName, Pick<RunEvent, 'status' | 'isStart'> & EventNotice>>;
const events = Object.keys(transitions) as (keyof typeof transitions)[];

export const sendingKind: RunKind<Sending, SendingLogItem> = {
  name: 'sending',
  access: sendingEndpoints.current.access,
  cancelAccess: sendingEndpoints.cancel.access,
  listen: (on, apply) =>
    events.map(event =>
      on(event, payload =>
        apply({
          ...payload,
          ...transitions[event],
          patch: (record, isNewer) => ('progress' in payload ? applyUpdate(record, payload, isNewer) : record),
        }),
      ),
    ),
  readCurrent: api =>
    api(sendingEndpoints.current).catch((error: unknown) => {
      if (error instanceof ApiError && error.kind === 'notFound') return null;
      throw error;
    }),
  read: (api, id, query, signal) => api(sendingEndpoints.run, { params: { id }, query, signal }),
  list: (api, page, signal) => api(sendingEndpoints.runs, { query: { page }, signal }),
  cancel: api => api.withMessages(sendingEndpoints.cancel),
};

const applyUpdate = (record: Sending, payload: EventPayload<'SENDMEDIA_UPDATE'>, isNewer: boolean): Sending => {
  const { bytes_sent = record.bytes_sent, elapsed = record.elapsed } = payload;
  const changedCafes = new Map(payload.cafes?.map(cafe => [cafe.id, cafe]));
  return {
    ...record,
    ...(isNewer && { bytes_sent, elapsed }),
    cafes: record.cafes.map(cafe => mergeCafeState(cafe, changedCafes.get(cafe.id))),
  };
};

const cafeStages: Record<SendingCafe['status'], number> = {
  waiting: 0,
  processing: 1,
  finished: 2,
  failed: 2,
  canceled: 2,
};

/** The later of two states of a cafe, because events may be late. */
const mergeCafeState = (knownCafe: SendingCafe, updatedCafe: SendingCafe | undefined): SendingCafe => {
  if (!updatedCafe) return knownCafe;
  const stages = cafeStages[updatedCafe.status] - cafeStages[knownCafe.status];
  const files = updatedCafe.sent + updatedCafe.failed - knownCafe.sent - knownCafe.failed;
  return (stages || files) < 0 ? knownCafe : updatedCafe;
};

export type ForecastRequest = z.input<typeof SendingChoice>;

export const useSendingForecast = (request: ForecastRequest | null) => {
  const api = useApi();
  return useQuery({
    queryKey: [sendingKind.name, 'forecast', request],
    queryFn: ({ signal }) => api(sendingEndpoints.preview, { body: request ?? { cafe_ids: [] }, signal }),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: inPlaceErrorMeta,
  });
};
