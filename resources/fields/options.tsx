import { useCallback } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { getOptionLabel } from '#i18n/getOptionLabel.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Select } from '#ui/Select.tsx';
import styles from './Filter.module.css';
import { useTextInput } from './textInput.tsx';
import type { FilterProps, FilterTextProps, KindInputProps } from './view.ts';

type OptionKind = 'status' | 'choice';

/**
 * The labels of a resource's statuses and choices.
 * @param of the resource, when it differs from that of the surrounding screen
 */
export const useOptionLabel = (of?: string): ((word: unknown) => string) => {
  const translate = useTranslate();
  const own = useResourceContext();
  const resource = of ?? own;
  return useCallback(
    word => getOptionLabel((key, fallback) => translate(key, { _: fallback }), resource, String(word)),
    [translate, resource],
  );
};

export const OptionInput = (props: KindInputProps<OptionKind>) => {
  const word = useOptionLabel();
  return <Select {...useTextInput(props)} choices={props.field.values.map(value => [value, word(value)] as const)} />;
};

export const OptionFilter = ({ field, name, values, onChange }: FilterProps<OptionKind>) => {
  const word = useOptionLabel();
  const selectedOptions = [values[name] ?? []].flat();
  const toggle = (value: string) =>
    onChange({
      [name]: selectedOptions.includes(value)
        ? selectedOptions.filter(other => other !== value)
        : [...selectedOptions, value],
    });
  return (
    <div className={styles['choices']}>
      {field.values.map(value => (
        <Checkbox
          key={value}
          label={word(value)}
          checked={selectedOptions.includes(value)}
          onChange={() => toggle(value)}
        />
      ))}
    </div>
  );
};

export const OptionText = ({ name, values }: FilterTextProps<OptionKind>) =>
  [values[name]].flat().map(useOptionLabel()).join(', ');
