import { useRecordNames } from '../list/useRecordNames.ts';
import { RecordFilter } from './pickedFilters.tsx';
import { RecordsPicker } from './pickers.tsx';
import { type FilterTextProps, filteredView, type RenderValue } from './view.ts';

export const RecordText = ({ field, name, values }: FilterTextProps<'one' | 'many'>) =>
  useRecordNames(field.of, [values[name]].flat().map(Number)).join(', ');

const drawNumber: RenderValue = value => `№ ${String(value)}`;

export const one = filteredView('one', {
  Input: RecordsPicker,
  useCell: () => drawNumber,
  width: () => 120,
  needsLabel: true,
  Filter: RecordFilter,
  FilterText: RecordText,
});
