import { lazyScreen } from '#ui/lazyScreen.tsx';
import { useRecordNames } from '../list/useRecordNames.ts';
import { type DrawValue, type FilterProps, type FilterTextProps, filteredView, type KindInputProps } from './view.ts';

const OneInput = lazyScreen<KindInputProps<'one'>>(() => import('./pickers.tsx').then(module => module.RecordsPicker));

export const RecordFilter = lazyScreen<FilterProps<'one' | 'many'>>(
  () => import('./pickedFilters.tsx').then(module => module.RecordFilter),
  { isSmall: true },
);

export const RecordText = ({ field, name, values }: FilterTextProps<'one' | 'many'>) =>
  useRecordNames(field.of, [values[name]].flat().map(Number)).join(', ');

const drawNumber: DrawValue = value => `№ ${String(value)}`;

export const one = filteredView('one', {
  Input: OneInput,
  useCell: () => drawNumber,
  width: () => 120,
  needsLabel: true,
  Filter: RecordFilter,
  FilterText: RecordText,
});
