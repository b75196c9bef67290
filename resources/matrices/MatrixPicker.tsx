import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useDeferredValue, useState } from 'react';
import { useGetList, useGetMany } from 'react-admin';
import type { RecordOf } from '#contract/records.ts';
import { usePickerTexts } from '../schema/kinds/usePickerTexts.ts';
import { usePerson } from '../schema/usePerson.ts';
import { isEditable } from './isEditable.ts';

type Matrix = RecordOf<'matrices'>;

/** Matrices that the server's search finds. */
const useFoundMatrices = (search: string): Matrix[] =>
  useGetList<Matrix>('matrices', {
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'name', order: 'ASC' },
    filter: search ? { search } : {},
  }).data ?? [];

/** The same, and those that are chosen already. */
const useOptions = (chosen: readonly number[], search: string): Matrix[] => {
  const found = useFoundMatrices(useDeferredValue(search));
  const { data = [] } = useGetMany<Matrix>('matrices', { ids: [...chosen] }, { enabled: chosen.length > 0 });
  return [...new Map([...data, ...found].filter(Boolean).map(matrix => [matrix.id, matrix])).values()];
};

interface PickerProps {
  label: string;
  chosen: readonly number[];
  multiple?: boolean;
  except?: readonly number[];
  /** Only what the person may change can be chosen. */
  toChange?: boolean;
  onChoose: (ids: number[]) => void;
}

/** Chooses a matrix, or any number of them. */
export const MatrixPicker = ({
  label,
  chosen,
  multiple = false,
  except = [],
  toChange = false,
  onChoose,
}: PickerProps) => {
  const [search, setSearch] = useState('');
  const person = usePerson();
  const found = useOptions(chosen, search).filter(({ id }) => !except.includes(id));
  const byId = new Map(found.map(matrix => [matrix.id, matrix]));
  const known = chosen.filter(id => byId.has(id));
  const isClosed = (id: number): boolean => {
    const matrix = byId.get(id);
    return toChange && !!matrix && !(person && isEditable(person, matrix));
  };
  return (
    <Autocomplete
      {...usePickerTexts()}
      multiple={multiple}
      disableCloseOnSelect={multiple}
      filterSelectedOptions={multiple}
      options={[...byId.keys()]}
      value={multiple ? known : (known[0] ?? null)}
      filterOptions={all => all}
      getOptionLabel={id => byId.get(id)?.name ?? ''}
      getOptionKey={id => id}
      getOptionDisabled={isClosed}
      onInputChange={(_, text, reason) => reason === 'input' && setSearch(text)}
      onChange={(_, next) => onChoose([next ?? []].flat())}
      renderInput={props => <TextField {...props} label={label} />}
    />
  );
};
