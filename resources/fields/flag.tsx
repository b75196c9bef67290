import { useCallback, useId } from 'react';
import { useInput, useTranslate } from 'react-admin';
import { Checkbox } from '#ui/Checkbox.tsx';
import styles from './Filter.module.css';
import {
  defineFilteredView,
  type FilterProps,
  type FilterTextProps,
  type KindInputProps,
  type RenderValue,
} from './view.ts';

const FlagInput = ({ name, label, field }: KindInputProps<'flag'>) => {
  const input = useInput({ source: name });
  return (
    <Checkbox
      {...input.field}
      id={input.id}
      label={label}
      disabled={field.readOnly}
      checked={Boolean(input.field.value)}
      onChange={event => input.field.onChange(event.target.checked)}
    />
  );
};

const useFlagRenderer = (): RenderValue => {
  const translate = useTranslate();
  return useCallback(value => translate(value ? 'ra.boolean.true' : 'ra.boolean.false'), [translate]);
};

const FlagFilter = ({ name, values, onChange }: FilterProps<'flag'>) => {
  const translate = useTranslate();
  const group = useId();
  const value = values[name];
  return (
    <div className={styles['choices']} role="radiogroup">
      {[true, false].map(option => (
        <Checkbox
          key={String(option)}
          type="radio"
          name={group}
          label={translate(`ra.boolean.${option}`)}
          checked={value !== undefined && String(value) === String(option)}
          onChange={() => onChange({ [name]: option })}
        />
      ))}
    </div>
  );
};

const FlagText = ({ name, values }: FilterTextProps<'flag'>) => useFlagRenderer()(String(values[name]) === 'true');

export const flag = defineFilteredView('flag', {
  Input: FlagInput,
  useCell: useFlagRenderer,
  width: () => 112,
  needsLabel: true,
  Filter: FlagFilter,
  FilterText: FlagText,
});
