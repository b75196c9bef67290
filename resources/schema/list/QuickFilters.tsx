import { emptyName } from '#contract/collection.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useCan } from '#providers/profile.ts';
import type { QuickFilter } from '../types.ts';
import { Button } from '../ui/Button.tsx';
import type { FilterValues } from './filterParameters.ts';

interface QuickFiltersProps {
  /** Those that are not in force. */
  quickFilters: readonly QuickFilter[];
  onApply: (changes: FilterValues) => void;
}

/** Filters that are some people's daily work, one press away. */
export const QuickFilters = ({ quickFilters, onApply }: QuickFiltersProps) => {
  const t = useT();
  const may = useCan();
  return quickFilters
    .filter(({ access }) => may(access))
    .map(({ without, label }) => (
      <Button key={without} color="inherit" variant="outlined" onClick={() => onApply({ [emptyName(without)]: true })}>
        {t(label)}
      </Button>
    ));
};
