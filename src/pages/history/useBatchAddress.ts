import { useSearchParams } from 'react-router-dom';
import { batchKinds } from '#contract/batches.ts';
import type { BatchListFilter } from '#providers/cache/batchQueries.ts';
import { toMoment } from '#resources/list/days.ts';

/** The list as stored in the address: days rather than timestamps, so that a link means the same days everywhere. */
interface BatchAddressValues extends Omit<BatchListFilter, 'from' | 'to'> {
  since?: string | undefined;
  until?: string | undefined;
}

export interface BatchAddress {
  values: BatchAddressValues;
  filter: BatchListFilter;
  page: number;
  open: number | null;
  isNarrowed: boolean;
  /** A new filter resets the page, which may not exist in the new result. */
  set: (changes: BatchAddressValues & { page?: number }, options?: { replace: boolean }) => void;
  reset: () => void;
  showBatch: (id: number | null) => void;
  /** The address of the list with other values. */
  buildLink: (changes: BatchAddressValues) => string;
}

const names = [
  'since',
  'until',
  'user',
  'kind',
  'entity',
  'record_id',
  'field',
  'word',
  'project',
  'unpublished',
] as const;

const parseId = (text: string | null): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined;
const parseDay = (text: string | null): string | undefined => (text && toMoment(text, 'start') ? text : undefined);

const parseValues = (query: URLSearchParams): BatchAddressValues => ({
  since: parseDay(query.get('since')),
  until: parseDay(query.get('until')),
  user: parseId(query.get('user')),
  kind: batchKinds.find(kind => kind === query.get('kind')),
  entity: query.get('entity') ?? undefined,
  record_id: query.has('entity') ? parseId(query.get('record_id')) : undefined,
  field: query.get('field') ?? undefined,
  word: query.get('word')?.slice(0, 255) || undefined,
  project: parseId(query.get('project')),
  unpublished: query.get('unpublished') === 'true' || undefined,
});

const write = (before: URLSearchParams, values: object): URLSearchParams => {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
};

export const useBatchAddress = (): BatchAddress => {
  const [query, setQuery] = useSearchParams();
  const values = parseValues(query);
  const { since, until, ...rest } = values;
  return {
    values,
    filter: { ...rest, from: since && toMoment(since, 'start'), to: until && toMoment(until, 'end') },
    page: parseId(query.get('page')) ?? 1,
    open: parseId(query.get('batch')) ?? null,
    isNarrowed: names.some(name => values[name] !== undefined),
    set: (changes, options = { replace: false }) =>
      setQuery(before => write(before, { page: undefined, batch: undefined, ...changes }), options),
    reset: () =>
      setQuery(before =>
        write(before, { page: undefined, ...Object.fromEntries(names.map(name => [name, undefined])) }),
      ),
    showBatch: batch => setQuery(before => write(before, { batch }), { replace: true }),
    buildLink: changes => `?${write(query, { page: undefined, batch: undefined, ...changes })}`,
  };
};
