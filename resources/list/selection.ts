import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { useStoreContext } from 'react-admin';
import { useRealtime } from '#providers/realtime/realtime.ts';

export interface Selection {
  has: (id: number) => boolean;
  /**
   * In order of selection. The array keeps its identity until something changes, as `useSyncExternalStore` requires.
   */
  ids: () => readonly number[];
  set: (ids: Iterable<number>, isSelected: boolean) => void;
  replace: (ids: Iterable<number>) => void;
  /** `isRange` extends to all rows since the last one toggled on its own. */
  pick: (rows: readonly { id: number }[], id: number, isRange: boolean) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Rows subscribe one by one, so that selecting one of 100,000 renders only that row. */
const createSelection = (): Selection => {
  const selected = new Set<number>();
  const listeners = new Set<() => void>();
  let all: readonly number[] = [];
  let anchor: number | null = null;

  const changed = (): void => {
    all = [...selected];
    for (const listener of listeners) listener();
  };
  const put = (ids: Iterable<number>, isSelected: boolean): void => {
    for (const id of ids) {
      if (isSelected) selected.add(id);
      else selected.delete(id);
    }
  };
  return {
    has: id => selected.has(id),
    ids: () => all,
    set: (ids, isSelected) => {
      put(ids, isSelected);
      changed();
    },
    replace: ids => {
      selected.clear();
      put(ids, true);
      anchor = null;
      changed();
    },
    pick: (rows, id, isRange) => {
      const from = isRange ? rows.findIndex(row => row.id === anchor) : -1;
      if (from < 0) {
        put([id], !selected.has(id));
        anchor = id;
      } else {
        const to = rows.findIndex(row => row.id === id);
        const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(row => row.id);
        put(range, anchor !== null && selected.has(anchor));
      }
      changed();
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

/** The selection of a resource. It outlives the screen, so that returning from a record keeps it. */
export const useListSelection = (resource: string): Selection => {
  const { getItem, setItem } = useStoreContext();
  const key = `selection.${resource}`;
  const kept = getItem<Selection | null>(key, null);
  const selection = kept ?? createSelection();
  if (!kept) setItem(key, selection);
  const realtime = useRealtime();
  useEffect(
    () =>
      realtime.on('RECORDS_CHANGE', change => {
        const gone = change.resource === resource ? change.deleted.filter(selection.has) : [];
        if (gone.length > 0) selection.set(gone, false);
      }),
    [realtime, resource, selection],
  );
  return selection;
};

/** The selection as react-admin's components expect it in the context of a list. */
export const toStockSelection = (selection: Selection) => ({
  selectedIds: [...selection.ids()],
  onSelect: (ids: number[]) => selection.replace(ids),
  onToggleItem: (id: number) => selection.set([id], !selection.has(id)),
  onUnselectItems: () => selection.replace([]),
});

export const SelectionContext = createContext<Selection | null>(null);

/** @throws outside `<SelectionContext>` */
export const useSelection = (): Selection => {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error('useSelection must be called below <SelectionContext>');
  return selection;
};

export const useIsSelected = (id: number): boolean => {
  const selection = useSelection();
  return useSyncExternalStore(selection.subscribe, () => selection.has(id));
};

export const useSelectedIds = (): readonly number[] => {
  const selection = useSelection();
  return useSyncExternalStore(selection.subscribe, selection.ids);
};
