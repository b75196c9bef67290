import {
  type ChangeEventHandler,
  type CSSProperties,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useId,
} from 'react';
import styles from './TextField.module.css';

type Typed = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldProps extends Omit<InputHTMLAttributes<Typed>, 'onChange'> {
  label: string;
  onChange?: ChangeEventHandler<Typed> | undefined;
  inputRef?: Ref<Typed> | undefined;
  error?: boolean | undefined;
  /** What stands below: a hint, or what is wrong. */
  helperText?: ReactNode;
  /** What stands within, behind the text: a unit, a button. */
  end?: ReactNode;
  /** For a text of several lines, which grows with what is typed: lines that are seen at least and at most. */
  lines?: readonly [least: number, most: number] | undefined;
}

/**
 * A text to type, outlined, its label in the outline once there is one. As MUI's, which a form of twenty fields spends
 * most of its time on: here all that changes with the text and the focus is left to CSS. Where a browser has no
 * `field-sizing`, a text of several lines is drawn larger by its corner.
 */
export const TextField = ({ label, inputRef, error, helperText, end, lines, ...rest }: TextFieldProps) => {
  const made = useId();
  const { id = made, placeholder = ' ' } = rest;
  const hint = `${id}-hint`;
  const input = {
    ...rest,
    id,
    placeholder,
    'aria-invalid': error ?? false,
    'aria-describedby': helperText ? hint : undefined,
  };
  return (
    <div className={styles['field']} data-error={error || undefined}>
      <div className={styles['box']}>
        {lines ? (
          <textarea {...input} ref={inputRef as Ref<HTMLTextAreaElement>} rows={lines[0]} style={between(lines)} />
        ) : (
          <input type="text" {...input} ref={inputRef as Ref<HTMLInputElement>} />
        )}
        <label htmlFor={id}>{label}</label>
        <fieldset aria-hidden="true">
          <legend>
            <span>{label}</span>
          </legend>
        </fieldset>
        {end && <span className={styles['end']}>{end}</span>}
      </div>
      {helperText && <p id={hint}>{helperText}</p>}
    </div>
  );
};

const between = ([least, most]: readonly [number, number]): CSSProperties => ({
  minHeight: `${least}lh`,
  maxHeight: `${most}lh`,
});
