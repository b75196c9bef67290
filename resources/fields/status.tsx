import { StatusBadge } from '#ui/StatusBadge.tsx';
import { OptionFilter, OptionInput, OptionText } from './options.tsx';
import { filteredView, type RenderValue } from './view.ts';

const drawMark: RenderValue = value => <StatusBadge status={String(value)} />;

export const status = filteredView('status', {
  Input: OptionInput,
  useCell: () => drawMark,
  width: () => 140,
  identifies: true,
  Filter: OptionFilter,
  FilterText: OptionText,
});
