import { useDeferredValue, useState } from 'react';
import { useGetList, useGetMany } from 'react-admin';
import type { ResourceRecord } from '#contract/records.ts';
import { useNotifyOnError } from '#providers/reporting/ErrorNotifier.tsx';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import { useCurrentUser } from '../engine/useCurrentUser.ts';
import { isEditable } from './isEditable.ts';

type Matrix = ResourceRecord<'matrices'>;

const useFoundMatrices = (search: string): Matrix[] => {
  const { data = [], error } = useGetList<Matrix>('matrices', {
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'name', order: 'ASC' },
    filter: search ? { search } : {},
  });
  useNotifyOnError(error);
  return data;
};

/** Includes the selected matrices, which the search may not return although the field has to display them. */
const useMatrixOptions = (selectedIds: readonly number[], search: string): Matrix[] => {
  const foundMatrices = useFoundMatrices(useDeferredValue(search));
  const { data = [] } = useGetMany<Matrix>('matrices', { ids: [...selectedIds] }, { enabled: selectedIds.length > 0 });
  return [...new Map([...data, ...foundMatrices].filter(Boolean).map(matrix => [matrix.id, matrix])).values()];
};

interface PickerProps {
  label: string;
  selectedIds: readonly number[];
  multiple?: boolean;
  except?: readonly number[];
  isForChange?: boolean;
  onChoose: (ids: number[]) => void;
}

export const MatrixPicker = ({
  label,
  selectedIds,
  multiple = false,
  except = [],
  isForChange = false,
  onChoose,
}: PickerProps) => {
  const [search, setSearch] = useState('');
  const user = useCurrentUser();
  const matchingMatrices = useMatrixOptions(selectedIds, search).filter(({ id }) => !except.includes(id));
  const matricesById = new Map(matchingMatrices.map(matrix => [matrix.id, matrix]));
  const isClosed = (id: number): boolean => {
    const matrix = matricesById.get(id);
    return isForChange && !!matrix && !(user && isEditable(user, matrix));
  };
  return (
    <Combobox
      label={label}
      multiple={multiple}
      options={[...matricesById.keys()]}
      selectedValues={selectedIds.filter(id => matricesById.has(id))}
      getOptionLabel={id => matricesById.get(id)?.name ?? ''}
      getOptionKey={id => id}
      getOptionDisabled={isClosed}
      onSearch={setSearch}
      onChoose={onChoose}
    />
  );
};
