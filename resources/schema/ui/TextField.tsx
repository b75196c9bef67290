import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import {
  type ChangeEventHandler,
  type ComponentProps,
  type CSSProperties,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useId,
} from 'react';
import styles from './TextField.module.css';

type Typed = HTMLInputElement | HTMLTextAreaElement;

interface Outline {
  label: string;
  error?: boolean | undefined;
  /** What stands below: a hint, or what is wrong. */
  helperText?: ReactNode;
  /** What stands within, behind the text: a unit, a button. */
  end?: ReactNode;
}

export interface TextFieldProps extends Outline, Omit<InputHTMLAttributes<Typed>, 'onChange'> {
  onChange?: ChangeEventHandler<Typed> | undefined;
  inputRef?: Ref<Typed> | undefined;
  /** For a text of several lines, which grows with what is typed: lines that are seen at least and at most. */
  lines?: readonly [least: number, most: number] | undefined;
}

/**
 * A text to type, outlined, its label in the outline once there is one. As MUI's, which a form of twenty fields spends
 * most of its time on: here all that changes with the text and the focus is left to CSS. Where a browser has no
 * `field-sizing`, a text of several lines is drawn larger by its corner.
 */
export const TextField = ({ label, inputRef, error, helperText, end, lines, ...rest }: TextFieldProps) => {
  const outline = useOutline({ label, error, helperText, end }, rest.id);
  const input = { placeholder: ' ', ...rest, ...outline.described };
  return outline.around(
    lines ? (
      <textarea {...input} ref={inputRef as Ref<HTMLTextAreaElement>} rows={lines[0]} style={between(lines)} />
    ) : (
      <input type="text" {...input} ref={inputRef as Ref<HTMLInputElement>} />
    ),
  );
};

interface ChoiceFieldProps extends Outline, Omit<ComponentProps<'select'>, 'children'> {
  inputRef?: Ref<HTMLSelectElement> | undefined;
  /** Each word, and what it is called. */
  choices: readonly (readonly [value: string, said: string])[];
}

/** One word of a few, outlined alike; the browser's own list, which a phone shows as its own. */
export const ChoiceField = ({ label, inputRef, error, helperText, choices, ...rest }: ChoiceFieldProps) => {
  const outline = useOutline({ label, error, helperText, end: <ArrowDropDownIcon /> }, rest.id);
  return outline.around(
    <select {...rest} {...outline.described} ref={inputRef}>
      {!choices.some(([value]) => value === rest.value) && <option value="" hidden disabled />}
      {choices.map(([value, said]) => (
        <option key={value} value={value}>
          {said}
        </option>
      ))}
    </select>,
  );
};

/** What stands around a field, and what says so to those who do not see it. */
const useOutline = ({ label, error, helperText, end }: Outline, given?: string) => {
  const made = useId();
  const id = given ?? made;
  const hint = `${id}-hint`;
  return {
    described: { id, 'aria-invalid': error ?? false, 'aria-describedby': helperText ? hint : undefined },
    around: (field: ReactNode) => (
      <div className={styles['field']} data-error={error || undefined}>
        <div className={styles['box']}>
          {field}
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
    ),
  };
};

const between = ([least, most]: readonly [number, number]): CSSProperties => ({
  minHeight: `${least}lh`,
  maxHeight: `${most}lh`,
});
