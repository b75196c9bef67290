import { useMemo } from 'react';
import { useStore } from 'react-admin';
import type { Definition } from '../engine/types.ts';

interface Columns {
  /** The columns that are shown, in their order. */
  columns: readonly string[];
  /** The person chose them, or their order. */
  isChosen: boolean;
  /** Every other column that could be. */
  others: readonly string[];
  /** Shows these, in this order, behind the first one. */
  show: (columns: readonly string[]) => void;
  /** The columns of the declaration again. */
  reset: () => void;
}

/** The columns that a person chose and their order, kept among their preferences; the first one names the record and stays. */
export const useColumns = (definition: Definition): Columns => {
  const [chosen, setChosen] = useStore<readonly string[] | null>(`preferences.columns.${definition.name}`, null);
  const [first = ''] = definition.columns;
  const { all, columns } = useMemo(() => {
    const all = [...definition.columns, ...definition.optionalColumns];
    const others = (chosen ?? definition.columns).filter(column => column !== first && all.includes(column));
    return { all, columns: [first, ...others] };
  }, [definition, chosen, first]);
  return {
    columns,
    isChosen: chosen !== null,
    others: all.filter(column => !columns.includes(column)),
    show: next => setChosen([first, ...next]),
    reset: () => setChosen(null),
  };
};
