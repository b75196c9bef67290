import Modal from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { createContext, type ReactNode, use } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';

interface DialogFrameProps {
  open?: boolean;
  title: string;
  size?: 'small' | 'medium' | 'large';
  onClose?: (() => void) | undefined;
  /** Blurs the page behind the dialog if it shows data that a different user must not see. */
  isBlurred?: boolean;
  children: ReactNode;
}

const CloseContext = createContext<(() => void) | undefined>(undefined);

export const DialogFrame = ({ open = true, title, size = 'small', onClose, isBlurred, children }: DialogFrameProps) => (
  <Modal
    open={open}
    {...(onClose && { onClose })}
    maxWidth={false}
    slotProps={{
      paper: { className: `${styles['paper']} ${styles[size]}` },
      ...(isBlurred && { backdrop: { className: styles['veil'] ?? '' } }),
    }}
  >
    <DialogTitle className={styles['title'] ?? ''}>{title}</DialogTitle>
    <CloseContext value={onClose}>{children}</CloseContext>
  </Modal>
);

interface DialogBodyProps {
  children: ReactNode;
  className?: string | undefined;
  action?: ReactNode;
  actions?: ReactNode;
  status?: ReactNode;
  closeLabel?: string | undefined;
  onBack?: (() => void) | undefined;
  /** Focuses the close button, so that users do not confirm by accident when they press Enter. */
  isQuestion?: boolean;
}

export const DialogBody = ({
  children,
  className,
  action,
  actions,
  status,
  closeLabel,
  onBack,
  isQuestion = false,
}: DialogBodyProps) => {
  const t = useT();
  const onClose = use(CloseContext);
  const close = onBack ?? onClose;
  return (
    <>
      <DialogContent className={`${styles['content']} ${className ?? ''}`}>{children}</DialogContent>
      <DialogActions className={styles['actions'] ?? ''}>
        {status && <span role="status">{status}</span>}
        {actions}
        {close && (
          <Button autoFocus={isQuestion} onClick={close}>
            {closeLabel ?? t(action ? 'shell.cancel' : 'shell.close')}
          </Button>
        )}
        {action}
      </DialogActions>
    </>
  );
};

type DialogProps = DialogFrameProps & DialogBodyProps;

export const Dialog = ({ open, title, size, onClose, isBlurred, ...body }: DialogProps) => (
  <DialogFrame
    {...{ title, onClose }}
    {...(open !== undefined && { open })}
    {...(size && { size })}
    {...(isBlurred && { isBlurred })}
  >
    <DialogBody {...body} />
  </DialogFrame>
);

interface QuestionProps extends Pick<DialogProps, 'open' | 'title' | 'size' | 'children' | 'className' | 'closeLabel'> {
  /** The label of the confirm button. Use a verb, so that users understand it without reading the text. */
  confirm: string;
  /** What the question shows is being read. It cannot be confirmed, but be closed. */
  isLoading?: boolean;
  /** The answer is being carried out. The dialog stays until then, because it reports how that ends. */
  isPending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * A confirmation for an irreversible action. The cancel button has the focus, so that users do not confirm by accident
 * when they press Enter.
 */
export const Question = ({
  confirm,
  isLoading = false,
  isPending = false,
  onConfirm,
  onClose,
  ...dialog
}: QuestionProps) => (
  <Dialog
    {...dialog}
    onClose={isPending ? undefined : onClose}
    isQuestion
    action={
      <Button variant="contained" loading={isLoading || isPending} onClick={onConfirm}>
        {confirm}
      </Button>
    }
  />
);
