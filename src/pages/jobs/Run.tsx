import { type ReactNode, useState } from 'react';
import { isActive, isInProgress, type LogLine, type RunRecord, type RunState } from '#providers/jobs/runState.ts';
import type { RunStore } from '#providers/jobs/runStore.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Question } from '#ui/Dialog.tsx';
import { Progress } from '#ui/Progress.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { RunHead } from './RunHead.tsx';
import styles from './Runs.module.css';
import { useLostFocus } from './useLostFocus.ts';

export type RunTexts = 'importPage' | 'sending' | 'synchronization';

interface RunProps<Run extends RunRecord, Line extends LogLine> {
  store: RunStore<Run, Line>;
  run: RunState<Run, Line>;
  texts: RunTexts;
  title: string;
  subject: ReactNode;
  isSilent: boolean;
  actions: ReactNode;
  children: ReactNode;
}

export const Run = <R extends RunRecord, Line extends LogLine>(props: RunProps<R, Line>) => {
  const { store, run, texts, title, subject, isSilent, actions, children } = props;
  const t = useT();
  const formats = useFormats();
  const heading = useLostFocus<HTMLHeadingElement>(run.status);
  return (
    <section className={styles['run']} data-status={run.status} aria-label={t(`${texts}.run`)}>
      <RunHead
        subject={subject}
        note={`${formats.number(run.progress, 0)} %`}
        actions={isActive(run) ? <CancelButton store={store} run={run} texts={texts} /> : actions}
      >
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
      </RunHead>
      <div className={styles['track']}>
        <Progress label={t('runs.progress')} value={run.progress / 100} />
      </div>
      {/* Always in the document, so that screen readers announce changes of its text. */}
      <p className={styles['silence']} role="status" hidden={!isSilent}>
        {isSilent && t('runs.silent')}
      </p>
      {children}
    </section>
  );
};

type CancelButtonProps<R extends RunRecord, Line extends LogLine> = Pick<RunProps<R, Line>, 'store' | 'run' | 'texts'>;

const CancelButton = <R extends RunRecord, Line extends LogLine>({ store, run, texts }: CancelButtonProps<R, Line>) => {
  const t = useT();
  const can = useCan();
  const [isAsking, ask] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const cancel = async () => {
    setCancelling(true);
    await store.cancel(run.runId);
    setCancelling(false);
    ask(false);
  };
  if (!can(store.cancelAccess)) return null;
  return (
    <>
      <Button variant="outlined" disabled={!isInProgress(run)} onClick={() => ask(true)}>
        {t(`${texts}.cancel`)}
      </Button>
      {isAsking && (
        <Question
          title={t(`${texts}.cancelTitle`)}
          closeLabel={t(`${texts}.goOn`)}
          confirm={t(`${texts}.cancel`)}
          isPending={isCancelling}
          onConfirm={() => void cancel()}
          onClose={() => ask(false)}
        >
          {t(`${texts}.cancelText`)}
        </Question>
      )}
    </>
  );
};

interface RunPlaceProps<State> {
  shown: { run: State | undefined; error: Error | null; retry: () => void };
  children: (run: State) => ReactNode;
}

export const RunPlace = <State,>({ shown: { run, error, retry }, children }: RunPlaceProps<State>) => {
  if (run) return children(run);
  return error ? <ReadError error={error} onRetry={retry} /> : <RunSkeleton />;
};

export const RunSkeleton = () => (
  <div className={styles['skeleton']} role="progressbar" aria-label={useT()('shell.loading')} />
);
