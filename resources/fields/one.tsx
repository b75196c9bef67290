import { useRecordNames } from '../list/useRecordNames.ts';
import { RecordFilter } from './pickedFilters.tsx';
import { RecordsPicker } from './pickers.tsx';
import { defineFilteredView, type FilterTextProps, type RenderValue } from './view.ts';

export const RecordText = ({ field, name, values }: FilterTextProps<'one' | 'many'>) =>
  useRecordNames(field.of, [values[name]].flat().map(Number)).join(', ');

const renderNumber: RenderValue = value => `№ ${String(value)}`;

export const one = defineFilteredView('one', {
  Input: RecordsPicker,
  useCell: () => renderNumber,
  width: () => 120,
  needsLabel: true,
  Filter: RecordFilter,
  FilterText: RecordText,
});
