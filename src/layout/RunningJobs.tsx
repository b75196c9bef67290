import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import SyncIcon from '@mui/icons-material/SyncOutlined';
import { type ComponentType, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { type PageName, pageAddress } from '#contract/pages.ts';
import { useImport } from '#providers/jobs/importStore.ts';
import { useSendingState } from '#providers/jobs/sending.ts';
import { useSyncProgress } from '#providers/jobs/synchronization.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { setTitleNote } from '#ui/windowTitle.ts';
import styles from './Header.module.css';

/** On every page, because users leave a running job to work elsewhere. */
export const RunningJobs = () => {
  const t = useT();
  const { status, progress } = useImport().state;
  const sending = useSendingState();
  const synchronized = useSyncProgress();
  const isImporting = status === 'processing' || status === 'post_processing';
  useTitleNote(isImporting ? progress : sending.status === 'processing' ? sending.progress : synchronized);
  return (
    <>
      {isImporting && (
        <RunningJob to="import" icon={UploadIcon} text={t(`importPage.status.${status}`)} progress={progress} />
      )}
      {sending.status === 'processing' && (
        <RunningJob to="sending" icon={SendIcon} text={t('sending.status.processing')} progress={sending.progress} />
      )}
      {synchronized !== null && (
        <RunningJob
          to="synchronization"
          icon={SyncIcon}
          text={t('synchronization.status.processing')}
          progress={synchronized}
        />
      )}
    </>
  );
};

/** Shows the progress in the window title, for users who have switched to another tab. */
const useTitleNote = (progress: number | null): void => {
  const { number } = useFormats();
  const note = progress === null ? null : `${number(progress, 0)} %`;
  useEffect(() => setTitleNote(note), [note]);
  useEffect(() => () => setTitleNote(null), []);
};

interface RunningJobProps {
  to: PageName;
  icon: ComponentType;
  text: string;
  progress: number;
}

const RunningJob = ({ to, icon: Icon, text, progress }: RunningJobProps) => {
  const percent = `${useFormats().number(progress, 0)} %`;
  return (
    <Link className={styles['process']} to={pageAddress(to)} title={text}>
      <Icon />
      <span className="visually-hidden">{text}</span> <span>{percent}</span>
    </Link>
  );
};
