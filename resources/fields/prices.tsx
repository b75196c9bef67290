import { useCallback } from 'react';
import type { Price } from '#contract/fields/prices.ts';
import type { Field } from '#contract/fields.ts';
import { many } from '#contract/kinds.ts';
import { useFormats } from '../engine/format.ts';
import { PricesInput } from './PricesInput.tsx';
import { MultiRecordPicker } from './pickers.tsx';
import { useAllRecords } from './useAllRecords.ts';
import { definePlainView, type KindInputProps, type RenderValue } from './view.ts';

const usePriceRenderer = ({ of }: Pick<Field<'prices'>, 'of'>): RenderValue => {
  const { records } = useAllRecords(of);
  const { money } = useFormats();
  return useCallback(
    value =>
      (value as Price[])
        .map(({ project_id, amount }) => `${records.find(({ id }) => id === project_id)?.name ?? '…'} ${money(amount)}`)
        .join('; '),
    [records, money],
  );
};

const ProjectsInput = ({ name, label, field }: KindInputProps<'prices'>) => (
  <MultiRecordPicker {...{ name, label }} field={many(field.of)} />
);

export const prices = definePlainView('prices', {
  Input: PricesInput,
  useCell: usePriceRenderer,
  width: () => 260,
  isWide: () => true,
  isCounted: true,
  isMeasured: true,
  RemovedInput: ProjectsInput,
});
