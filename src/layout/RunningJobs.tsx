import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import SyncIcon from '@mui/icons-material/SyncOutlined';
import { type ComponentType, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { getPagePath, type PageName } from '#contract/pages.ts';
import { isActive, type RunState } from '#providers/jobs/runState.ts';
import { useLatestRun, useRunStore } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { setTitleProgress } from '#ui/windowTitle.ts';
import styles from './Header.module.css';

export const RunningJobs = () => {
  const t = useT();
  const importState = useLatestRun(useRunStore('import'));
  const sendingState = useLatestRun(useRunStore('sending'));
  const synchronization = useLatestRun(useRunStore('synchronization'));
  const isFinishing = importState.status === 'post_processing';
  useTitleNote([importState, sendingState, synchronization].find(isActive)?.progress ?? null);
  return (
    <>
      <RunningJob
        to="import"
        icon={UploadIcon}
        text={t(`importPage.status.${isFinishing ? 'post_processing' : 'processing'}`)}
        run={importState}
      />
      <RunningJob to="sending" icon={SendIcon} text={t('sending.status.processing')} run={sendingState} />
      <RunningJob
        to="synchronization"
        icon={SyncIcon}
        text={t('synchronization.status.processing')}
        run={synchronization}
      />
    </>
  );
};

/** Shows the progress in the window title, for users who are in another tab. */
const useTitleNote = (progress: number | null): void => {
  const { number } = useFormats();
  const percentText = progress === null ? null : `${number(progress, 0)} %`;
  useEffect(() => setTitleProgress(percentText), [percentText]);
  useEffect(() => () => setTitleProgress(null), []);
};

interface RunningJobProps {
  to: PageName;
  icon: ComponentType;
  text: string;
  run: Pick<RunState, 'status' | 'progress'>;
}

const RunningJob = ({ to, icon: Icon, text, run }: RunningJobProps) => {
  const percent = `${useFormats().number(run.progress, 0)} %`;
  if (!isActive(run)) return null;
  return (
    <Link className={styles['process']} to={getPagePath(to)} title={text}>
      <Icon />
      <span className="visually-hidden">{text}</span> <span>{percent}</span>
    </Link>
  );
};
