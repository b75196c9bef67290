import { useEffect, useRef } from 'react';
import styles from './InlineField.module.css';

interface InlineFieldProps {
  label: string;
  value: string;
  maxLength: number;
  placeholder?: string | undefined;
  error?: string;
  selectsOnMount?: boolean;
  onType: (text: string) => void;
  /** Fires on Enter and on blur. `isBlur` is true on blur; the focus must then stay where the user has moved it. */
  onCommit: (isBlur: boolean) => void;
  onCancel: () => void;
}

export const InlineField = ({
  label,
  error = '',
  selectsOnMount,
  onType,
  onCommit,
  onCancel,
  ...input
}: InlineFieldProps) => {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!selectsOnMount) return;
    field.current?.focus();
    field.current?.select();
  }, [selectsOnMount]);
  return (
    <div className={styles['inline']}>
      <input
        {...input}
        ref={field}
        aria-label={label}
        aria-invalid={error !== ''}
        onChange={event => onType(event.target.value)}
        onBlur={() => onCommit(true)}
        onClick={event => event.stopPropagation()}
        onKeyDown={event => {
          if (event.key === 'Escape') onCancel();
          if (event.key !== 'Enter') return;
          // Inside an editor, Enter would submit the record's form.
          event.preventDefault();
          onCommit(false);
        }}
      />
      {error && <p role="alert">{error}</p>}
    </div>
  );
};
