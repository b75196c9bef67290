import { useEffect, useRef } from 'react';
import styles from './InlineField.module.css';

interface InlineFieldProps {
  label: string;
  value: string;
  maxLength: number;
  error?: string;
  /** It takes the place of what was read there, and begins with all of it selected. */
  isOpened?: boolean;
  onType: (text: string) => void;
  /** By Enter, or by leaving it. */
  onTake: (isLeft: boolean) => void;
  /** By Escape. */
  onDrop: () => void;
}

/** A name that is changed where it stands, and looks like one to read until it is. */
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
          // Within an editor, it would save the record.
          event.preventDefault();
          onTake(false);
        }}
      />
      {error && <p role="alert">{error}</p>}
    </div>
  );
};
