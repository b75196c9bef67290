import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { type ListControllerResult, useEvent } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { isSame } from '#contract/values.ts';
import type { FilterValues } from '../fields/view.ts';
import type { ListQuery } from './useListQuery.ts';

/** Debounce for typing, in ms. The first keystroke of a series sends a request at once. */
const TYPING_DEBOUNCE_MS = 120;

interface ListState {
  filter: FilterValues;
  sort: string;
  order: 'ASC' | 'DESC';
  page: number;
  perPage: number;
}

/** The filters as the user last set them. The list itself lags slightly behind. */
interface ListFilters {
  values: FilterValues;
  apply: (changes: FilterValues) => void;
  type: (changes: FilterValues) => void;
  reset: () => void;
  flush: () => void;
}

export const FiltersContext = createContext<ListFilters | null>(null);

/** @throws outside `<ListByUrl>` */
export const useFilters = (): ListFilters => {
  const filters = useContext(FiltersContext);
  if (!filters) throw new Error('useFilters must be called below <ListByUrl>');
  return filters;
};

export const useListUrl = (list: ListQuery): { filters: ListFilters; list: ListControllerResult } => {
  const { values, filter, change, type, flush } = useRequestList(list);
  useLastPage(list);
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
      setFilters: newFilter => change({ filter: newFilter as FilterValues }),
    } as Partial<ListControllerResult> as ListControllerResult,
  };
};

/**
 * Changes the query of a list. The router reports a new address a few renders late. Changes made in the meantime
 * therefore build on the last requested query, and a late report never undoes them. A series of keystrokes makes one
 * history entry.
 */
const useRequestList = (list: ListQuery) => {
  const shownState = toListState(list);
  const navigate = useNavigate();
  const { search } = useLocation();
  const [values, setValues] = useState(shownState.filter);
  const latest = useRef(shownState);
  const lastState = useRef(shownState);
  const sentStates = useRef<ListState[]>([]);
  const isTypingEntry = useRef(false);
  const timer = useTimer();

  const set = (next: ListState) => {
    latest.current = next;
    setValues(next.filter);
  };
  const requestState = ({ filter, ...changes }: Partial<ListState>) =>
    set({ ...latest.current, page: 1, ...changes, filter: omitEmptyValues(filter ?? latest.current.filter) });
  const send = useEvent((isTyped: boolean) => {
    timer.stop();
    if (isSame(sentStates.current.at(-1) ?? lastState.current, latest.current)) return;
    sentStates.current.push(latest.current);
    // An address without a query opens the list with its last query. The query is added to the address, so that going
    // back restores it exactly.
    if (search === '') void navigate({ search: toQueryString(lastState.current) }, { replace: true });
    void navigate({ search: toQueryString(latest.current) }, { replace: isTyped && isTypingEntry.current });
    isTypingEntry.current = isTyped;
  });
  const flush = () => {
    if (timer.isRunning()) send(true);
    isTypingEntry.current = false;
  };

  useEffect(() => {
    if (isSame(lastState.current, shownState)) return;
    lastState.current = shownState;
    const sentIndex = sentStates.current.findLastIndex(state => isSame(state, shownState));
    sentStates.current = sentIndex < 0 ? [] : sentStates.current.slice(sentIndex + 1);
    if (sentIndex >= 0) return;
    // The address was changed by navigation (history or a link), so pending input belongs to the previous query.
    timer.stop();
    isTypingEntry.current = false;
    set(shownState);
  });

  return {
    values,
    filter: () => latest.current.filter,
    change: (changes: Partial<ListState>) => {
      flush();
      requestState(changes);
      send(false);
    },
    type: (changes: Partial<ListState>) => {
      requestState(changes);
      if (!timer.isRunning()) send(true);
      timer.start(() => send(true));
    },
    flush,
  };
};

/** Leaves a page beyond the end of the list, because somebody may have deleted the records on the last page. */
const useLastPage = (list: ListQuery) => {
  const navigate = useNavigate();
  const { page, lastPage } = list;
  /** Replaces the address, because going back would otherwise lead to the missing page again. */
  const goTo = useEvent((last: number) =>
    navigate({ search: toQueryString({ ...toListState(list), page: last }) }, { replace: true }),
  );
  useEffect(() => {
    if (lastPage !== null && page > lastPage) void goTo(lastPage);
  }, [page, lastPage, goTo]);
};

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
    start: (startWork: () => void) => {
      stop();
      timer.current = setTimeout(startWork, TYPING_DEBOUNCE_MS);
    },
  };
};

const toListState = ({ filterValues, sort, page, perPage }: ListQuery): ListState => ({
  filter: (filterValues ?? {}) as FilterValues,
  sort: sort.field,
  order: sort.order,
  page,
  perPage,
});

const toQueryString = ({ filter, sort, order, page, perPage }: ListState): string => {
  const query = { filter: JSON.stringify(filter), order, page: String(page), perPage: String(perPage), sort };
  return `?${new URLSearchParams(query).toString()}`;
};

/** Drops empty values, so that the address holds only active filters. */
const omitEmptyValues = (values: FilterValues): FilterValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
