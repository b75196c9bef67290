import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { useReferenceValues } from '#providers/cache/referenceValues.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { type DrawValue, type FilterProps, type FilterTextProps, filteredView, type KindInputProps } from './view.ts';

export const ReferenceInput = lazyScreen<KindInputProps<'reference' | 'references'>>(() =>
  import('./pickers.tsx').then(module => module.ReferencePicker),
);

type Named = 'reference' | 'references';

export const ReferenceFilter = lazyScreen<FilterProps<Named>>(
  () => import('./pickedFilters.tsx').then(module => module.ReferenceFilter),
  { isSmall: true },
);

export const ReferenceText = ({ field, name, values }: FilterTextProps<Named>) => {
  const { byId } = useReferenceValues(field.of);
  return [values[name]]
    .flat()
    .map(id => byId.get(Number(id))?.name ?? `№ ${String(id)}`)
    .join(', ');
};

const useReference = ({ of }: Pick<Field<Named>, 'of'>): DrawValue => {
  const { byId } = useReferenceValues(of);
  return useCallback(value => byId.get(Number(value))?.name ?? '…', [byId]);
};

export const reference = filteredView('reference', {
  Input: ReferenceInput,
  useCell: useReference,
  width: () => 150,
  Filter: ReferenceFilter,
  FilterText: ReferenceText,
});
