import { useDeferredValue, useState } from 'react';
import { useGetList, useGetMany } from 'react-admin';
import type { ResourceRecord } from '#contract/records.ts';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import { useCurrentUser } from '../engine/useCurrentUser.ts';
import { isEditable } from './isEditable.ts';

type Matrix = ResourceRecord<'matrices'>;

const useFoundMatrices = (search: string): Matrix[] =>
  useGetList<Matrix>('matrices', {
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'name', order: 'ASC' },
    filter: search ? { search } : {},
  }).data ?? [];

/** Includes the selected matrices, which the search may not return although the field has to display them. */
const useMatrixOptions = (chosen: readonly number[], search: string): Matrix[] => {
  const found = useFoundMatrices(useDeferredValue(search));
  const { data = [] } = useGetMany<Matrix>('matrices', { ids: [...chosen] }, { enabled: chosen.length > 0 });
  return [...new Map([...data, ...found].filter(Boolean).map(matrix => [matrix.id, matrix])).values()];
};

interface PickerProps {
  label: string;
  chosen: readonly number[];
  multiple?: boolean;
  except?: readonly number[];
  toChange?: boolean;
  onChoose: (ids: number[]) => void;
}

export const MatrixPicker = ({
  label,
  chosen,
  multiple = false,
  except = [],
  toChange = false,
  onChoose,
}: PickerProps) => {
  const [search, setSearch] = useState('');
  const person = useCurrentUser();
  const found = useMatrixOptions(chosen, search).filter(({ id }) => !except.includes(id));
  const byId = new Map(found.map(matrix => [matrix.id, matrix]));
  const isClosed = (id: number): boolean => {
    const matrix = byId.get(id);
    return toChange && !!matrix && !(person && isEditable(person, matrix));
  };
  return (
    <Combobox
      label={label}
      multiple={multiple}
      options={[...byId.keys()]}
      selectedValues={chosen.filter(id => byId.has(id))}
      getOptionLabel={id => byId.get(id)?.name ?? ''}
      getOptionKey={id => id}
      getOptionDisabled={isClosed}
      onSearch={setSearch}
      onChoose={onChoose}
    />
  );
};
