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

export type RunMessages = 'importPage' | 'sending' | 'synchronization';

interface RunProps<Run extends RunRecord, Line extends LogLine> {
  store: RunStore<Run, Line>;
  run: RunState<Run, Line>;
  messages: RunMessages;
  title: string;
  subject: ReactNode;
  isSilent: boolean;
  actions: ReactNode;
  children: ReactNode;
}

export const Run = <R extends RunRecord, Line extends LogLine>(props: RunProps<R, Line>) => {
  const { store, run, messages, title, subject, isSilent, actions, children } = props;
  const t = useT();
  const formats = useFormats();
  const heading = useLostFocus<HTMLHeadingElement>(run.status);
  return (
    <section className={styles['run']} data-status={run.status} aria-label={t(`${messages}.run`)}>
      <RunHead
        subject={subject}
        note={`${formats.number(run.progress, 0)} %`}
        actions={isActive(run) ? <CancelButton store={store} run={run} messages={messages} /> : actions}
      >
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
      </RunHead>
      <div className={styles['track']}>
        <Progress label={t('runs.progress')} value={run.progress / 100} />
      </div>
      {/* Always in the document, so that screen readers announce changes to its text. */}
      <p className={styles['silence']} role="status" hidden={!isSilent}>
        {isSilent && t('runs.silent')}
      </p>
      {children}
    </section>
  );
};

type CancelButtonProps<R extends RunRecord, Line extends LogLine> = Pick<
  RunProps<R, Line>,
  'store' | 'run' | 'messages'
>;

const CancelButton = <R extends RunRecord, Line extends LogLine>({
  store,
  run,
  messages,
}: CancelButtonProps<R, Line>) => {
  const t = useT();
  const can = useCan();
  const [isAsking, setAsking] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const cancel = async () => {
    setCancelling(true);
    await store.cancel(run.runId);
    setCancelling(false);
    setAsking(false);
  };
  if (!can(store.cancelAccess)) return null;
  return (
    <>
      <Button variant="outlined" disabled={!isInProgress(run)} onClick={() => setAsking(true)}>
        {t(`${messages}.cancel`)}
      </Button>
      {isAsking && (
        <Question
          title={t(`${messages}.cancelTitle`)}
          closeLabel={t(`${messages}.goOn`)}
          confirm={t(`${messages}.cancel`)}
          isPending={isCancelling}
          onConfirm={() => void cancel()}
          onClose={() => setAsking(false)}
        >
          {t(`${messages}.cancelText`)}
        </Question>
      )}
    </>
  );
};

interface RunPlaceProps<State> {
  shownRun: { run: State | undefined; error: Error | null; retry: () => void };
  children: (run: State) => ReactNode;
}

export const RunPlace = <State,>({ shownRun: { run, error, retry }, children }: RunPlaceProps<State>) => {
  if (run) return children(run);
  return error ? <ReadError error={error} onRetry={retry} /> : <RunSkeleton />;
};

export const RunSkeleton = () => (
  <div className={styles['skeleton']} role="progressbar" aria-label={useT()('shell.loading')} />
);
