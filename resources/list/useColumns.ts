import { useMemo } from 'react';
import { useStore } from 'react-admin';
import type { Definition } from '../engine/types.ts';

interface Columns {
  columns: readonly string[];
  isChosen: boolean;
  others: readonly string[];
  showColumns: (columns: readonly string[]) => void;
  reset: () => void;
}

/**
 * The user's columns, stored as a preference. The first column is fixed, because it names the record and links to it.
 */
export const useColumns = (definition: Definition): Columns => {
  const [chosenColumns, setChosenColumns] = useStore<readonly string[] | null>(
    `preferences.columns.${definition.name}`,
    null,
  );
  const [first = ''] = definition.columns;
  const { all, columns } = useMemo(() => {
    const all = [...definition.columns, ...definition.optionalColumns];
    const others = (chosenColumns ?? definition.columns).filter(column => column !== first && all.includes(column));
    return { all, columns: [first, ...others] };
  }, [definition, chosenColumns, first]);
  return {
    columns,
    isChosen: chosenColumns !== null,
    others: all.filter(column => !columns.includes(column)),
    showColumns: next => setChosenColumns([first, ...next]),
    reset: () => setChosenColumns(null),
  };
};
