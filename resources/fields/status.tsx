import { OptionFilter, OptionInput, OptionText } from './options.tsx';
import { RecordStatus } from './RecordStatus.tsx';
import { defineFilteredView, type RenderValue } from './view.ts';

const renderStatus: RenderValue = value => <RecordStatus status={String(value)} />;

export const status = defineFilteredView('status', {
  Input: OptionInput,
  useCell: () => renderStatus,
  width: () => 140,
  identifies: true,
  Filter: OptionFilter,
  FilterText: OptionText,
});
