import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useDeferredValue, useState } from 'react';
import { useGetList, useGetMany } from 'react-admin';
import type { RecordOf } from '#contract/records.ts';
import { usePickerTexts } from '../schema/kinds/usePickerTexts.ts';

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
  value: number | null;
  except?: readonly number[];
  onChoose: (id: number | null) => void;
}

/** Chooses one matrix. */
export const MatrixPicker = ({ label, value, except = [], onChoose }: PickerProps) => {
  const [search, setSearch] = useState('');
  const options = useOptions(value === null ? [] : [value], search).filter(({ id }) => !except.includes(id));
  return (
    <Autocomplete
      {...usePickerTexts()}
      options={options}
      value={options.find(({ id }) => id === value) ?? null}
      filterOptions={all => all}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      onInputChange={(_, text, reason) => reason === 'input' && setSearch(text)}
      onChange={(_, chosen) => onChoose(chosen?.id ?? null)}
      renderInput={props => <TextField {...props} label={label} />}
    />
  );
};

interface SeveralProps {
  label: string;
  value: readonly number[];
  onChoose: (ids: number[]) => void;
}

/** Chooses any number of matrices. */
export const MatricesPicker = ({ label, value, onChoose }: SeveralProps) => {
  const [search, setSearch] = useState('');
  const options = useOptions(value, search);
  return (
    <Autocomplete
      {...usePickerTexts()}
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      options={options}
      value={options.filter(({ id }) => value.includes(id))}
      filterOptions={all => all}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      onInputChange={(_, text, reason) => reason === 'input' && setSearch(text)}
      onChange={(_, chosen) => onChoose(chosen.map(({ id }) => id))}
      renderInput={props => <TextField {...props} label={label} />}
    />
  );
};
