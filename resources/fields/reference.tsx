import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { useReferenceValues } from '#providers/cache/referenceValues.ts';
import { ReferenceFilter } from './pickedFilters.tsx';
import { ReferencePicker } from './pickers.tsx';
import { defineFilteredView, type FilterTextProps, type RenderValue } from './view.ts';

type ReferenceKind = 'reference' | 'references';

export const ReferenceText = ({ field, name, values }: FilterTextProps<ReferenceKind>) => {
  const { byId } = useReferenceValues(field.of);
  return [values[name]]
    .flat()
    .map(id => byId.get(Number(id))?.name ?? `№ ${String(id)}`)
    .join(', ');
};

const useReferenceRenderer = ({ of }: Pick<Field<ReferenceKind>, 'of'>): RenderValue => {
  const { byId } = useReferenceValues(of);
  return useCallback(value => byId.get(Number(value))?.name ?? '…', [byId]);
};

export const reference = defineFilteredView('reference', {
  Input: ReferencePicker,
  useCell: useReferenceRenderer,
  width: () => 176,
  Filter: ReferenceFilter,
  FilterText: ReferenceText,
});
