import type { HTMLAttributes, ReactNode, Ref } from 'react';
import styles from './FieldFrame.module.css';

export interface FieldProps {
  label: string;
  /** Keeps the label only as the accessible name, for searches whose icon and placeholder suffice visually. */
  isLabelHidden?: boolean | undefined;
  error?: boolean | undefined;
  helperText?: ReactNode;
  start?: ReactNode;
  end?: ReactNode;
}

interface FieldFrameProps extends FieldProps {
  id: string;
  children: ReactNode;
  box?: (HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLDivElement>; 'data-wraps'?: boolean | undefined }) | undefined;
}

/** Outline, floating label and helper text, shared by text fields, selects and comboboxes so that they look alike. */
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
    {helperText && <p id={getHintId(id)}>{helperText}</p>}
  </div>
);

const getHintId = (id: string): string => `${id}-hint`;

export const getAria = (id: string, { label, isLabelHidden, error, helperText }: FieldProps) => ({
  id,
  'aria-label': isLabelHidden ? label : undefined,
  'aria-invalid': error ?? false,
  'aria-describedby': helperText ? getHintId(id) : undefined,
});
