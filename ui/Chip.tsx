import CloseIcon from '@mui/icons-material/Close';
import type { HTMLAttributes, MouseEvent, ReactNode, SyntheticEvent } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './Chip.module.css';

interface ChipProps {
  label: string;
  /** What stands in it, where that is more than a text. */
  children?: ReactNode;
  /** What the removal is called, where it is not that of one of several. */
  remove?: string;
  onDelete: (event: SyntheticEvent) => void;
  /** Leads to what the chip stands for. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  /** A press opens where it is changed. */
  opensDialog?: boolean;
  /** It stands in a row with buttons, and is as high. */
  isTall?: boolean;
  disabled?: boolean;
  /** Of the whole chip, from what it is a part of; its keys lead to the chip then, not to the button in it. */
  item?: HTMLAttributes<HTMLElement>;
}

const deleting = new Set(['Delete', 'Backspace']);

/** One of several that are chosen, and its removal. */
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
          onKeyUp={event => deleting.has(event.key) && onDelete(event)}
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
