import { useCallback } from 'react';
import { useRecordContext } from 'react-admin';
import { TextField } from '#ui/TextField.tsx';
import { useFormats } from '../engine/format.ts';
import { MomentRange, MomentRangeText } from './ranges.tsx';
import { defineFilteredView, type KindInputProps, type RenderValue } from './view.ts';

/** Read-only: only the server sets it. */
const MomentInput = ({ name, label }: KindInputProps<'moment'>) => {
  const { moment } = useFormats();
  const value: unknown = useRecordContext()?.[name];
  return <TextField label={label} value={typeof value === 'string' ? moment(value) : ''} disabled />;
};

const useMomentRenderer = (): RenderValue => {
  const { moment } = useFormats();
  return useCallback(value => moment(String(value)), [moment]);
};

export const moment = defineFilteredView('moment', {
  Input: MomentInput,
  useCell: useMomentRenderer,
  width: () => 160,
  needsLabel: true,
  Filter: MomentRange,
  FilterText: MomentRangeText,
});
