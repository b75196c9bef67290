import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { useReferenceValues } from '#providers/cache/referenceValues.ts';
import { ReferenceFilter } from './pickedFilters.tsx';
import { ReferencePicker } from './pickers.tsx';
import { ReferenceText } from './reference.tsx';
import { filteredView, type RenderValue } from './view.ts';

const useReferences = ({ of }: Pick<Field<'references'>, 'of'>): RenderValue => {
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

export const references = filteredView('references', {
  Input: ReferencePicker,
  useCell: useReferences,
  width: () => 200,
  isWide: () => true,
  Filter: ReferenceFilter,
  FilterText: ReferenceText,
});
