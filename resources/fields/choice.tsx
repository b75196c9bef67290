import { OptionFilter, OptionInput, OptionText, useOptionLabel } from './options.tsx';
import { defineFilteredView } from './view.ts';

export const choice = defineFilteredView('choice', {
  Input: OptionInput,
  useCell: () => useOptionLabel(),
  width: () => 160,
  Filter: OptionFilter,
  FilterText: OptionText,
});
