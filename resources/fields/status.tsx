import { StatusBadge } from '#ui/StatusBadge.tsx';
import { type DrawValue, filteredView } from './view.ts';
import { WordFilter, WordInput, WordText } from './words.tsx';

const drawMark: DrawValue = value => <StatusBadge status={String(value)} />;

export const status = filteredView('status', {
  Input: WordInput,
  useCell: () => drawMark,
  width: () => 126,
  identifies: true,
  Filter: WordFilter,
  FilterText: WordText,
});
