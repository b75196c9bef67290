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
  /** A question is small, a form or a choice medium, a comparison large. */
  size?: 'small' | 'medium' | 'large';
  /** Without it neither Escape nor a press beside the dialog closes it, and it has no button for that. */
  onClose?: (() => void) | undefined;
  /** Whoever comes to the screen cannot read the page behind. */
  isVeiled?: boolean;
  children: ReactNode;
}

const CloseContext = createContext<(() => void) | undefined>(undefined);

/** A dialog around one or several `DialogBody`, of which one is shown at a time; a form may stand between the two. */
export const DialogFrame = ({ open = true, title, size = 'small', onClose, isVeiled, children }: DialogFrameProps) => (
  <Modal
    open={open}
    {...(onClose && { onClose })}
    maxWidth={false}
    slotProps={{
      paper: { className: `${styles['paper']} ${styles[size]}` },
      ...(isVeiled && { backdrop: { className: styles['veil'] ?? '' } }),
    }}
  >
    <DialogTitle className={styles['title'] ?? ''}>{title}</DialogTitle>
    <CloseContext value={onClose}>{children}</CloseContext>
  </Modal>
);

interface DialogBodyProps {
  children: ReactNode;
  className?: string | undefined;
  /** What the dialog is for: the main action, at the right. Where there is one, closing gives it up: «Отмена». */
  action?: ReactNode;
  /** Other actions, beside the one that closes. */
  actions?: ReactNode;
  /** What stands on the left of the actions. */
  status?: ReactNode;
  /** What closes the dialog, where neither «Отмена» nor «Закрыть» says it. */
  closing?: string | undefined;
  /** What that does, if something else than to close. */
  onBack?: (() => void) | undefined;
  /** The focus begins on what closes it: for a question. */
  isQuestion?: boolean;
}

/** What a dialog shows, and its actions below. */
export const DialogBody = ({
  children,
  className,
  action,
  actions,
  status,
  closing,
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
            {closing ?? t(action ? 'shell.cancel' : 'shell.close')}
          </Button>
        )}
        {action}
      </DialogActions>
    </>
  );
};

type DialogProps = DialogFrameProps & DialogBodyProps;

/** A dialog: title, content, and at its bottom right the main action after the one that closes it. */
export const Dialog = ({ open, title, size, onClose, isVeiled, ...body }: DialogProps) => (
  <DialogFrame
    {...{ title, onClose }}
    {...(open !== undefined && { open })}
    {...(size && { size })}
    {...(isVeiled && { isVeiled })}
  >
    <DialogBody {...body} />
  </DialogFrame>
);

interface QuestionProps extends Pick<DialogProps, 'open' | 'title' | 'size' | 'children' | 'className' | 'closing'> {
  /** What happens if it is answered with yes: a verb. */
  confirm: string;
  isPending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is done that cannot simply be taken back; the focus is on the way out. */
export const Question = ({ confirm, isPending = false, onConfirm, ...dialog }: QuestionProps) => (
  <Dialog
    {...dialog}
    isQuestion
    action={
      <Button variant="contained" loading={isPending} onClick={onConfirm}>
        {confirm}
      </Button>
    }
  />
);
