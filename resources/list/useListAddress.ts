import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { type ListControllerResult, useEvent, useListContext } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { isSame } from '#contract/values.ts';
import type { FilterValues } from '../fields/view.ts';

/** How long what is typed waits for the next key, in ms; the first key of a row asks at once. */
const TYPING_PAUSE = 120;

/** What a list is asked for. */
interface Asked {
  filter: FilterValues;
  sort: string;
  order: 'ASC' | 'DESC';
  page: number;
  perPage: number;
}

/** The filters of a list as the person last set them, which the list follows a moment later. */
interface Filters {
  values: FilterValues;
  /** Sets some of them; an empty value drops its filter. */
  apply: (changes: FilterValues) => void;
  /** The same for what is being typed. */
  type: (changes: FilterValues) => void;
  reset: () => void;
  /** Sends what was typed without waiting for another key. */
  flush: () => void;
}

export const FiltersContext = createContext<Filters | null>(null);

/** The filters of the list around. @throws outside `<ListByAddress>` */
export const useFilters = (): Filters => {
  const filters = useContext(FiltersContext);
  if (!filters) throw new Error('useFilters must be called below <ListByAddress>');
  return filters;
};

/**
 * The address of a list, in which its search, filters, order and page stand.
 * @returns the filters, and the list with setters that keep to this
 */
export const useListAddress = (): { filters: Filters; list: ListControllerResult } => {
  const list = useListContext();
  const { values, filter, change, type, flush } = useAsking(list);
  return {
    filters: {
      values,
      apply: changes => change({ filter: { ...filter(), ...changes } }),
      type: changes => type({ filter: { ...filter(), ...changes } }),
      reset: () => change({ filter: {} }),
      flush,
    },
    list: {
      ...list,
      setSort: ({ field, order }) => change({ sort: field, order }),
      setPage: page => change({ page }),
      setPerPage: perPage => change({ perPage }),
      setFilters: given => change({ filter: given as FilterValues }),
    } as ListControllerResult,
  };
};

/**
 * Asks a list by its address. That comes back some renders after it was set: whatever is asked for meanwhile goes
 * over what was asked for before, a letter that was typed just now included, and a late echo undoes nothing.
 * What is typed in a row is one entry of the history.
 */
const useAsking = (list: ListControllerResult) => {
  const shown = askedOf(list);
  const navigate = useNavigate();
  const { search } = useLocation();
  const [values, setValues] = useState(shown.filter);
  const latest = useRef(shown);
  const known = useRef(shown);
  const sent = useRef<Asked[]>([]);
  const isTypingEntry = useRef(false);
  const timer = useTimer();

  const set = (next: Asked) => {
    latest.current = next;
    setValues(next.filter);
  };
  const ask = ({ filter, ...changes }: Partial<Asked>) =>
    set({ ...latest.current, page: 1, ...changes, filter: compact(filter ?? latest.current.filter) });
  const send = useEvent((isTyped: boolean) => {
    timer.stop();
    if (isSame(sent.current.at(-1) ?? known.current, latest.current)) return;
    sent.current.push(latest.current);
    // A bare address means the list as it was left; the entry that is gone back to is to say which that was.
    if (search === '') void navigate({ search: addressOf(known.current) }, { replace: true });
    void navigate({ search: addressOf(latest.current) }, { replace: isTyped && isTypingEntry.current });
    isTypingEntry.current = isTyped;
  });
  const flush = () => {
    if (timer.isRunning()) send(true);
    isTypingEntry.current = false;
  };

  useEffect(() => {
    if (isSame(known.current, shown)) return;
    known.current = shown;
    const at = sent.current.findLastIndex(one => isSame(one, shown));
    sent.current = at < 0 ? [] : sent.current.slice(at + 1);
    if (at >= 0) return;
    // Somebody else's way: the history, a link. What was being typed belongs to the list that was left.
    timer.stop();
    isTypingEntry.current = false;
    set(shown);
  });

  return {
    values,
    filter: () => latest.current.filter,
    change: (changes: Partial<Asked>) => {
      flush();
      ask(changes);
      send(false);
    },
    type: (changes: Partial<Asked>) => {
      ask(changes);
      if (!timer.isRunning()) send(true);
      timer.start(() => send(true));
    },
    flush,
  };
};

/** Waits for the next key. */
const useTimer = () => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => stop, []);
  return {
    isRunning: () => timer.current !== undefined,
    stop,
    start: (work: () => void) => {
      stop();
      timer.current = setTimeout(work, TYPING_PAUSE);
    },
  };
};

const askedOf = ({ filterValues, sort, page, perPage }: ListControllerResult): Asked => ({
  filter: (filterValues ?? {}) as FilterValues,
  sort: sort.field,
  order: sort.order,
  page,
  perPage,
});

const addressOf = ({ filter, sort, order, page, perPage }: Asked): string => {
  const query = { filter: JSON.stringify(filter), order, page: String(page), perPage: String(perPage), sort };
  return `?${new URLSearchParams(query).toString()}`;
};

/** Drops what is empty, so that the address holds only filters in force. */
const compact = (values: FilterValues): FilterValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
