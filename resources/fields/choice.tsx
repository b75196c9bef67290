import { filteredView } from './view.ts';
import { useWord, WordFilter, WordInput, WordText } from './words.tsx';

export const choice = filteredView('choice', {
  Input: WordInput,
  useCell: useWord,
  width: () => 160,
  Filter: WordFilter,
  FilterText: WordText,
});
