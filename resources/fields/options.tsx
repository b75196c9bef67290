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
 * @param resourceName the resource, if it differs from the resource of the surrounding screen
 */
export const useOptionLabel = (resourceName?: string): ((option: unknown) => string) => {
  const translate = useTranslate();
  const currentResource = useResourceContext();
  const resource = resourceName ?? currentResource;
  return useCallback(
    option => getOptionLabel((key, fallback) => translate(key, { _: fallback }), resource, String(option)),
    [translate, resource],
  );
};

export const OptionInput = (props: KindInputProps<OptionKind>) => {
  const getLabel = useOptionLabel();
  return (
    <Select {...useTextInput(props)} choices={props.field.values.map(value => [value, getLabel(value)] as const)} />
  );
};

export const OptionFilter = ({ field, name, values, onChange }: FilterProps<OptionKind>) => {
  const getLabel = useOptionLabel();
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
          label={getLabel(value)}
          checked={selectedOptions.includes(value)}
          onChange={() => toggle(value)}
        />
      ))}
    </div>
  );
};

export const OptionText = ({ name, values }: FilterTextProps<OptionKind>) =>
  [values[name]].flat().map(useOptionLabel()).join(', ');
