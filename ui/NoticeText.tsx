import { useRef } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { splitNotice } from '#providers/reporting/notices.ts';
import { LinkButton } from './Button.tsx';
import styles from './NoticeText.module.css';
import { useCopy } from './useCopy.ts';

/** The text of a failure. A request id in it stands on a line of its own and can be copied. */
export const NoticeText = ({ children }: { children: string }) => {
  const { text, idLine } = splitNotice(children);
  return (
    <>
      {text}
      {idLine && <RequestId {...idLine} />}
    </>
  );
};

const RequestId = ({ label, id }: { label: string; id: string }) => {
  const t = useT();
  const copyText = useCopy();
  const code = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    if (await copyText(id, { copiedMessage: t('shell.copied'), failureMessage: t('shell.copyFailed') })) return;
    if (code.current) document.getSelection()?.selectAllChildren(code.current);
  };
  return (
    <span className={styles['id']}>
      {label}
      <code ref={code}>{id}</code>
      <LinkButton onClick={() => void copy()}>{t('shell.copy')}</LinkButton>
    </span>
  );
};
