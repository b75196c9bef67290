import type { HTMLAttributes, ReactNode, Ref } from 'react';
import styles from './FieldFrame.module.css';

/** What every field to fill in has in common. */
export interface FieldProps {
  label: string;
  /** The label is its name only, as for a search, whose placeholder and icon show what it is. */
  isLabelHidden?: boolean | undefined;
  error?: boolean | undefined;
  /** What stands below: a hint, or what is wrong. */
  helperText?: ReactNode;
  /** What stands within, in front of the text: an icon. */
  start?: ReactNode;
  /** What stands within, behind the text: a unit, a button. */
  end?: ReactNode;
}

interface FieldFrameProps extends FieldProps {
  /** Of the control. */
  id: string;
  children: ReactNode;
  /** Of the outlined box. */
  box?: (HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLDivElement>; 'data-wraps'?: boolean | undefined }) | undefined;
}

/** The outline of a field with its label in it, and the line below: the same around a text, a choice and a combobox. */
export const FieldFrame = ({
  id,
  label,
  isLabelHidden,
  error,
  helperText,
  start,
  end,
  box,
  children,
}: FieldFrameProps) => (
  <div className={styles['field']} data-error={error || undefined}>
    <div {...box} className={styles['box']}>
      {start && <span className={styles['start']}>{start}</span>}
      {children}
      {!isLabelHidden && (
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
      )}
      <fieldset aria-hidden="true">
        {!isLabelHidden && (
          <legend>
            <span>{label}</span>
          </legend>
        )}
      </fieldset>
      {end && <span className={styles['end']}>{end}</span>}
    </div>
    {helperText && <p id={hintOf(id)}>{helperText}</p>}
  </div>
);

const hintOf = (id: string): string => `${id}-hint`;

/** What ties a control to the frame around it. */
export const framed = (id: string, { label, isLabelHidden, error, helperText }: FieldProps) => ({
  id,
  'aria-label': isLabelHidden ? label : undefined,
  'aria-invalid': error ?? false,
  'aria-describedby': helperText ? hintOf(id) : undefined,
});
