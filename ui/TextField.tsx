import { type ChangeEventHandler, type CSSProperties, type InputHTMLAttributes, type Ref, useId } from 'react';
import { FieldFrame, type FieldProps, framed } from './FieldFrame.tsx';

type Typed = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<Typed>, 'onChange'> {
  onChange?: ChangeEventHandler<Typed> | undefined;
  inputRef?: Ref<Typed> | undefined;
  /** For a text of several lines, which grows with what is typed: lines that are seen at least and at most. */
  lines?: readonly [least: number, most: number] | undefined;
  'data-shortcut'?: string | undefined;
}

/**
 * A text to type, outlined, its label in the outline once there is one. Plain markup: MUI's `TextField` took most of the
 * time in which a form of twenty fields is drawn; here all that changes with the text and the focus is left to CSS. Where
 * a browser has no `field-sizing`, a text of several lines is drawn larger by its corner.
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
  const made = useId();
  const id = rest.id ?? made;
  const frame = { label, isLabelHidden, error, helperText, start, end };
  const input = { placeholder: ' ', ...rest, ...framed(id, frame) };
  return (
    <FieldFrame id={id} {...frame}>
      {lines ? (
        <textarea {...input} ref={inputRef as Ref<HTMLTextAreaElement>} rows={lines[0]} style={between(lines)} />
      ) : (
        <input type="text" {...input} ref={inputRef as Ref<HTMLInputElement>} />
      )}
    </FieldFrame>
  );
};

const between = ([least, most]: readonly [number, number]): CSSProperties => ({
  minHeight: `${least}lh`,
  maxHeight: `${most}lh`,
});
