import { useEffect, useRef, useState } from 'react';
import { useEvent, useListContext } from 'react-admin';
import { isSame } from '#providers/changes.ts';
import type { FilterValues } from './filterParameters.ts';

/** How long what is typed waits for the next key, in ms; the first key of a row asks at once. */
const TYPING_PAUSE = 120;

interface Filters {
  /** As the person last set them, which the list follows a moment later. */
  values: FilterValues;
  /** Sets some of them; an empty value drops its filter. */
  apply: (changes: FilterValues) => void;
  /** The same for what is being typed. */
  type: (changes: FilterValues) => void;
  reset: () => void;
  /** Sends what was typed without waiting for another key. */
  flush: () => void;
}

/**
 * The filters of a list. They come back through the address some renders after they were set, and a
 * late echo of an earlier key must not undo the keys after it.
 */
export const useFilters = (): Filters => {
  const { filterValues = {}, setFilters } = useListContext();
  const [values, setValues] = useState<FilterValues>(filterValues);
  const latest = useRef<FilterValues>(filterValues);
  const known = useRef<FilterValues>(filterValues);
  const sent = useRef<FilterValues[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const set = (next: FilterValues) => {
    latest.current = compact(next);
    setValues(latest.current);
  };
  const send = useEvent(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const last = sent.current.at(-1) ?? known.current;
    if (isSame(last, latest.current)) return;
    sent.current.push(latest.current);
    setFilters(latest.current, []);
  });

  useEffect(() => {
    if (isSame(known.current, filterValues)) return;
    known.current = filterValues;
    const at = sent.current.findLastIndex(one => isSame(one, filterValues));
    sent.current = at < 0 ? [] : sent.current.slice(at + 1);
    if (at < 0) set(filterValues);
  }, [filterValues]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (changes: FilterValues) => {
    set({ ...latest.current, ...changes });
    send();
  };
  const type = (changes: FilterValues) => {
    set({ ...latest.current, ...changes });
    const isFirst = timer.current === undefined;
    clearTimeout(timer.current);
    if (isFirst) send();
    timer.current = setTimeout(send, TYPING_PAUSE);
  };
  const reset = () => {
    set({});
    send();
  };
  const flush = () => {
    if (timer.current !== undefined) send();
  };
  return { values, apply, type, reset, flush };
};

/** Drops what is empty, so that the address holds only filters in force. */
const compact = (values: FilterValues): FilterValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
