import type { ReactNode } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Progress } from '#ui/Progress.tsx';
import { RunHead } from './RunHead.tsx';
import styles from './Runs.module.css';
import { useLostFocus } from './useLostFocus.ts';

interface RunProps {
  /** What runs, for those who do not see it. */
  label: string;
  status: string;
  title: string;
  /** What it is a run of. */
  subject: ReactNode;
  /** 0 to 100. */
  progress: number;
  /** What can be done about it. */
  actions: ReactNode;
  children: ReactNode;
}

/** A run of long work: where it stands and how far it is, then what the page has to say of it. */
export const Run = ({ label, status, title, subject, progress, actions, children }: RunProps) => {
  const t = useT();
  const formats = useFormats();
  const heading = useLostFocus<HTMLHeadingElement>(status);
  return (
    <section className={styles['run']} data-status={status} aria-label={label}>
      <RunHead subject={subject} note={`${formats.number(progress, 0)} %`} actions={actions}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
      </RunHead>
      <div className={styles['track']}>
        <Progress label={t('runs.progress')} value={progress / 100} />
      </div>
      {children}
    </section>
  );
};
