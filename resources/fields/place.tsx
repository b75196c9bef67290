import { useCallback } from 'react';
import { useFormats } from '../engine/format.ts';
import { DecimalInput } from './DecimalInput.tsx';
import { definePlainView, type RenderValue } from './view.ts';

const usePositionRenderer = (): RenderValue => {
  const { number } = useFormats();
  return useCallback(value => number(Number(value), 0), [number]);
};

export const place = definePlainView('place', {
  Input: DecimalInput,
  useCell: usePositionRenderer,
  width: () => 96,
  isNumeric: true,
  needsLabel: true,
});
