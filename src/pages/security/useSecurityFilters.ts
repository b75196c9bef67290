import { useSearchParams } from 'react-router-dom';
import { securityKinds } from '#contract/security.ts';
import type { SecurityFilter } from '#providers/cache/security.ts';
import { toMoment } from '#resources/list/days.ts';

/**
 * The filter as stored in the address: days rather than timestamps, so that a link means the same days in every time
 * zone.
 */
export interface SecurityAddress extends Pick<SecurityFilter, 'page' | 'person' | 'kind'> {
  since: string | undefined;
  until: string | undefined;
}

const parseId = (text: string | null): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined;
const parseDay = (text: string | null): string | undefined => (text && toMoment(text, 'start') ? text : undefined);

/**
 * A new filter resets the page number, because the page may not exist in the new result. Invalid values are ignored.
 */
export const useSecurityFilters = () => {
  const [query, setQuery] = useSearchParams();
  const address: SecurityAddress = {
    page: parseId(query.get('page')) ?? 1,
    person: parseId(query.get('person')),
    kind: securityKinds.find(kind => kind === query.get('kind')),
    since: parseDay(query.get('since')),
    until: parseDay(query.get('until')),
  };
  const { page, person, kind, since, until } = address;
  const filter: SecurityFilter = {
    page,
    person,
    kind,
    from: since && toMoment(since, 'start'),
    to: until && toMoment(until, 'end'),
  };
  return {
    address,
    filter,
    isNarrowed: [person, kind, since, until].some(value => value !== undefined),
    set: (changes: Partial<SecurityAddress>, options: { replace: boolean } = { replace: false }) =>
      setQuery(before => withParameters(before, { page: undefined, ...changes }), options),
    reset: () => setQuery({}),
  };
};

const withParameters = (before: URLSearchParams, values: Partial<Record<string, unknown>>): URLSearchParams => {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || (name === 'page' && value === 1)) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
};
