import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { useReferenceValues } from '#providers/cache/referenceValues.ts';
import { ReferenceFilter } from './pickedFilters.tsx';
import { ReferencePicker } from './pickers.tsx';
import { ReferenceText } from './reference.tsx';
import { defineFilteredView, type RenderValue } from './view.ts';

const useReferencesRenderer = ({ of }: Pick<Field<'references'>, 'of'>): RenderValue => {
  const { byId } = useReferenceValues(of);
  return useCallback(
    value =>
      [value]
        .flat()
        .map(id => byId.get(Number(id))?.name ?? '…')
        .join(', '),
    [byId],
  );
};

export const references = defineFilteredView('references', {
  Input: ReferencePicker,
  useCell: useReferencesRenderer,
  width: () => 200,
  isWide: () => true,
  Filter: ReferenceFilter,
  FilterText: ReferenceText,
});
