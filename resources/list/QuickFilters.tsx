import { getEmptyParameterName } from '#contract/filters.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { Button } from '#ui/Button.tsx';
import type { QuickFilter } from '../engine/types.ts';
import type { FilterValues } from '../fields/view.ts';

interface QuickFiltersProps {
  quickFilters: readonly QuickFilter[];
  onApply: (changes: FilterValues) => void;
}

export const QuickFilters = ({ quickFilters, onApply }: QuickFiltersProps) => {
  const t = useT();
  const can = useCan();
  return quickFilters
    .filter(({ access }) => can(access))
    .map(({ excludedValue, label }) => (
      <Button
        key={excludedValue}
        variant="outlined"
        onClick={() => onApply({ [getEmptyParameterName(excludedValue)]: true })}
      >
        {t(label)}
      </Button>
    ));
};
