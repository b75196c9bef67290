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
  /** `isRange` extends the selection to all rows since the last row that was toggled on its own. */
  pick: (rows: readonly { id: number }[], id: number, isRange: boolean) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Rows subscribe one by one, so that selecting one of 100,000 renders only that row. */
const createSelection = (): Selection => {
  const selectedIds = new Set<number>();
  const listeners = new Set<() => void>();
  let all: readonly number[] = [];
  let anchor: number | null = null;

  const notifyChanged = (): void => {
    all = [...selectedIds];
    for (const listener of listeners) listener();
  };
  const setSelected = (ids: Iterable<number>, isSelected: boolean): void => {
    for (const id of ids) {
      if (isSelected) selectedIds.add(id);
      else selectedIds.delete(id);
    }
  };
  return {
    has: id => selectedIds.has(id),
    ids: () => all,
    set: (ids, isSelected) => {
      setSelected(ids, isSelected);
      notifyChanged();
    },
    replace: ids => {
      selectedIds.clear();
      setSelected(ids, true);
      anchor = null;
      notifyChanged();
    },
    pick: (rows, id, isRange) => {
      const anchorIndex = isRange ? rows.findIndex(row => row.id === anchor) : -1;
      if (anchorIndex < 0) {
        setSelected([id], !selectedIds.has(id));
        anchor = id;
      } else {
        const rowIndex = rows.findIndex(row => row.id === id);
        const range = rows
          .slice(Math.min(anchorIndex, rowIndex), Math.max(anchorIndex, rowIndex) + 1)
          .map(row => row.id);
        setSelected(range, anchor !== null && selectedIds.has(anchor));
      }
      notifyChanged();
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
  const storedSelection = getItem<Selection | null>(key, null);
  const selection = storedSelection ?? createSelection();
  if (!storedSelection) setItem(key, selection);
  const realtime = useRealtime();
  useEffect(
    () =>
      realtime.on('RECORDS_CHANGE', change => {
        const deletedIds = change.resource === resource ? change.deleted.filter(selection.has) : [];
        if (deletedIds.length > 0) selection.set(deletedIds, false);
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
