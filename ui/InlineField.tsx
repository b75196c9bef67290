import { useEffect, useRef } from 'react';
import styles from './InlineField.module.css';

interface InlineFieldProps {
  label: string;
  value: string;
  maxLength: number;
  error?: string;
  /** Replaces the read-only text, so it focuses and selects the whole value. */
  isOpened?: boolean;
  onType: (text: string) => void;
  /** Fires on Enter and on blur; `isLeft` is true for blur. */
  onTake: (isLeft: boolean) => void;
  /** Fires on Escape. */
  onDrop: () => void;
}

/** Edits a name in place; without focus it looks like plain text. */
export const InlineField = ({ label, error = '', isOpened, onType, onTake, onDrop, ...input }: InlineFieldProps) => {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isOpened) return;
    field.current?.focus();
    field.current?.select();
  }, [isOpened]);
  return (
    <div className={styles['inline']}>
      <input
        {...input}
        ref={field}
        aria-label={label}
        aria-invalid={error !== ''}
        onChange={event => onType(event.target.value)}
        onBlur={() => onTake(true)}
        onClick={event => event.stopPropagation()}
        onKeyDown={event => {
          if (event.key === 'Escape') onDrop();
          if (event.key !== 'Enter') return;
          // Inside an editor, Enter would submit the record's form.
          event.preventDefault();
          onTake(false);
        }}
      />
      {error && <p role="alert">{error}</p>}
    </div>
  );
};
