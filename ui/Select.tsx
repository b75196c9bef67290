import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import { type ComponentProps, type Ref, useId } from 'react';
import { FieldFrame, type FieldProps, getAria } from './FieldFrame.tsx';

interface SelectProps extends Omit<FieldProps, 'start' | 'end'>, Omit<ComponentProps<'select'>, 'children'> {
  inputRef?: Ref<HTMLSelectElement> | undefined;
  choices: readonly (readonly [value: string, name: string, isDisabled?: boolean])[];
}

/** A native select, because phones show their own picker for it. */
export const Select = ({ label, isLabelHidden, inputRef, error, helperText, choices, ...rest }: SelectProps) => {
  const generatedId = useId();
  const id = rest.id ?? generatedId;
  const frame = { label, isLabelHidden, error, helperText };
  return (
    <FieldFrame id={id} {...frame} end={<ArrowDropDownIcon />}>
      <select {...rest} {...getAria(id, frame)} ref={inputRef}>
        {!choices.some(([value]) => value === rest.value) && <option value="" hidden disabled />}
        {choices.map(([value, name, isDisabled]) => (
          <option key={value} value={value} disabled={isDisabled}>
            {name}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
};
