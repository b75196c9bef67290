import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutline';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import SuccessIcon from '@mui/icons-material/TaskAlt';
import WarningIcon from '@mui/icons-material/WarningAmber';
import type { HTMLAttributes, ReactNode } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './Notice.module.css';
import { NoticeText } from './NoticeText.tsx';

export type NoticeKind = 'info' | 'success' | 'warning' | 'error';

interface NoticeProps extends Omit<HTMLAttributes<HTMLDivElement>, 'className'> {
  kind: NoticeKind;
  children: ReactNode;
  actions?: ReactNode;
  onClose?: (() => void) | undefined;
  isFloating?: boolean;
}

const icons = { success: SuccessIcon, info: InfoIcon, warning: WarningIcon, error: ErrorIcon } as const;

/** Conveys its kind by hue, icon and text, because colour alone is not accessible. Errors have the role `alert`. */
export const Notice = ({ kind, children, actions, onClose, isFloating, ...props }: NoticeProps) => {
  const t = useT();
  const Icon = icons[kind];
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      {...props}
      className={styles['notice']}
      data-notice={kind}
      data-floating={isFloating || undefined}
    >
      <Icon />
      <div className={styles['text']}>
        {typeof children === 'string' ? <NoticeText>{children}</NoticeText> : children}
      </div>
      {actions}
      {onClose && (
        <button type="button" aria-label={t('shell.noticeClose')} onClick={onClose}>
          <CloseIcon />
        </button>
      )}
    </div>
  );
};
