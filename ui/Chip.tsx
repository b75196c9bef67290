import CloseIcon from '@mui/icons-material/Close';
import type { HTMLAttributes, MouseEvent, ReactNode, SyntheticEvent } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './Chip.module.css';

interface ChipProps {
  label: string;
  children?: ReactNode;
  remove?: string;
  onDelete: (event: SyntheticEvent) => void;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  opensDialog?: boolean;
  isTall?: boolean;
  disabled?: boolean;
  /**
   * Props for the chip as a focusable item of a list. Its delete button then leaves the tab order, since arrow keys and
   * Delete act on the chip.
   */
  item?: HTMLAttributes<HTMLElement>;
}

const deleteKeys = new Set(['Delete', 'Backspace']);

export const Chip = ({ label, children = label, onDelete, onClick, disabled, item, ...props }: ChipProps) => {
  const t = useT();
  const remove = props.remove ?? t('shell.chipRemove', { name: label });
  return (
    <span
      {...item}
      className={styles['chip']}
      data-disabled={disabled || undefined}
      data-tall={props.isTall}
      title={label}
    >
      {onClick ? (
        <button
          type="button"
          aria-haspopup={props.opensDialog ? 'dialog' : undefined}
          onClick={onClick}
          onKeyUp={event => deleteKeys.has(event.key) && onDelete(event)}
        >
          {children}
        </button>
      ) : (
        <span>{children}</span>
      )}
      {!disabled && (
        <button type="button" {...(item && { tabIndex: -1 })} aria-label={remove} onClick={onDelete}>
          <CloseIcon fontSize="inherit" />
        </button>
      )}
    </span>
  );
};
