import { OptionFilter, OptionInput, OptionText, useOptionLabel } from './options.tsx';
import { filteredView } from './view.ts';

export const choice = filteredView('choice', {
  Input: OptionInput,
  useCell: () => useOptionLabel(),
  width: () => 160,
  Filter: OptionFilter,
  FilterText: OptionText,
});
