import { type ChangeEventHandler, type CSSProperties, type InputHTMLAttributes, type Ref, useId } from 'react';
import { FieldFrame, type FieldProps, getAria } from './FieldFrame.tsx';

type TextElement = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<TextElement>, 'onChange'> {
  onChange?: ChangeEventHandler<TextElement> | undefined;
  inputRef?: Ref<TextElement> | undefined;
  lines?: readonly [least: number, most: number] | undefined;
  'data-shortcut'?: string | undefined;
}

/**
 * Outlined text input with a floating label. Plain markup, because MUI's `TextField` took most of the render time of a
 * form with twenty fields. All states are expressed in CSS. Without `field-sizing` support, a multi-line field can be
 * resized by its corner.
 */
export const TextField = ({
  label,
  isLabelHidden,
  inputRef,
  error,
  helperText,
  start,
  end,
  lines,
  ...rest
}: TextFieldProps) => {
  const generatedId = useId();
  const id = rest.id ?? generatedId;
  const frame = { label, isLabelHidden, error, helperText, start, end };
  const input = { placeholder: ' ', ...rest, ...getAria(id, frame) };
  return (
    <FieldFrame id={id} {...frame}>
      {lines ? (
        <textarea
          {...input}
          ref={inputRef as Ref<HTMLTextAreaElement>}
          rows={lines[0]}
          style={getHeightLimits(lines)}
        />
      ) : (
        <input type="text" {...input} ref={inputRef as Ref<HTMLInputElement>} />
      )}
    </FieldFrame>
  );
};

const getHeightLimits = ([min, max]: readonly [number, number]): CSSProperties => ({
  minHeight: `${min}lh`,
  maxHeight: `${max}lh`,
});
