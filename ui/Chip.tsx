import CloseIcon from '@mui/icons-material/Close';
import type { HTMLAttributes, SyntheticEvent } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './Chip.module.css';

interface ChipProps {
  label: string;
  onDelete: (event: SyntheticEvent) => void;
  /** Leads to what the chip stands for. */
  onClick?: () => void;
  disabled?: boolean;
  /** Of the whole chip, from what it is a part of; its keys lead to the chip then, not to the button in it. */
  item?: HTMLAttributes<HTMLElement>;
}

const deleting = new Set(['Delete', 'Backspace']);

/** One of several that are chosen, and its removal. */
export const Chip = ({ label, onDelete, onClick, disabled, item }: ChipProps) => {
  const remove = useT()('shell.chipRemove', { name: label });
  return (
    <span {...item} className={styles['chip']} data-disabled={disabled || undefined} title={label}>
      {onClick ? (
        <button type="button" onClick={onClick} onKeyUp={event => deleting.has(event.key) && onDelete(event)}>
          {label}
        </button>
      ) : (
        <span>{label}</span>
      )}
      {!disabled && (
        <button type="button" {...(item && { tabIndex: -1 })} aria-label={remove} onClick={onDelete}>
          <CloseIcon fontSize="inherit" />
        </button>
      )}
    </span>
  );
};
