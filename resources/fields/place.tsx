import { useCallback } from 'react';
import { useFormats } from '../engine/format.ts';
import { DecimalInput } from './DecimalInput.tsx';
import { plainView, type RenderValue } from './view.ts';

const usePlace = (): RenderValue => {
  const { number } = useFormats();
  return useCallback(value => number(Number(value), 0), [number]);
};

export const place = plainView('place', {
  Input: DecimalInput,
  useCell: usePlace,
  width: () => 96,
  isNumeric: true,
  needsLabel: true,
});
