import { useDeferredValue, useState } from 'react';
import { useGetList, useGetMany } from 'react-admin';
import type { ResourceRecord } from '#contract/records.ts';
import { useNotifyOnError } from '#providers/reporting/ErrorNotifier.tsx';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import { useCurrentUser } from '../engine/useCurrentUser.ts';
import { isEditable } from './isEditable.ts';

type Matrix = ResourceRecord<'matrices'>;

/**
 * Includes the selected matrices, which the search may not return although the field has to display them. They are
 * offered until something is typed: among the results, the first of them would be taken for the best match.
 */
const useMatrixOptions = (selectedIds: readonly number[]) => {
  const [typedText, onSearch] = useState('');
  const search = useDeferredValue(typedText);
  const found = useGetList<Matrix>('matrices', {
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'name', order: 'ASC' },
    filter: search ? { search } : {},
  });
  const { data = [] } = useGetMany<Matrix>('matrices', { ids: [...selectedIds] }, { enabled: selectedIds.length > 0 });
  // A search that fails is reported in the list.
  useNotifyOnError(search ? null : found.error);
  const foundMatrices = found.data ?? [];
  const matricesById = new Map([...data, ...foundMatrices].filter(Boolean).map(matrix => [matrix.id, matrix]));
  return {
    matricesById,
    offeredIds: search ? foundMatrices.map(({ id }) => id) : [...matricesById.keys()],
    search: {
      loading: found.isFetching,
      onRetry: found.error ? () => void found.refetch() : undefined,
      onSearch,
    },
  };
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
  const user = useCurrentUser();
  const { matricesById, offeredIds, search } = useMatrixOptions(selectedIds);
  const isClosed = (id: number): boolean => {
    const matrix = matricesById.get(id);
    return isForChange && !!matrix && !(user && isEditable(user, matrix));
  };
  return (
    <Combobox
      {...{ label, multiple }}
      {...search}
      options={offeredIds.filter(id => !except.includes(id))}
      selectedValues={selectedIds.filter(id => matricesById.has(id))}
      getOptionLabel={id => matricesById.get(id)?.name ?? ''}
      getOptionKey={id => id}
      getOptionDisabled={isClosed}
      onChoose={onChoose}
    />
  );
};
