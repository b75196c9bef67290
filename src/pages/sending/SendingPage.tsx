import { useRunStore } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Page } from '#ui/Page.tsx';
import { PastRuns } from '../jobs/PastRuns.tsx';
import { RunPlace } from '../jobs/Run.tsx';
import { useShownRun } from '../jobs/useShownRun.ts';
import { NewSending } from './NewSending.tsx';
import { SendingView } from './SendingView.tsx';

export const SendingPage = () => {
  const t = useT();
  const sendings = useRunStore('sending');
  const shownRun = useShownRun(sendings);
  return (
    <Page title={t('sending.title')} description={t('sending.about')}>
      {shownRun.isShown ? (
        <RunPlace shownRun={shownRun}>
          {run => <SendingView key={run.runId} run={run} onClose={shownRun.close} />}
        </RunPlace>
      ) : (
        <NewSending onStart={shownRun.show} />
      )}
      <PastRuns
        store={sendings}
        messages="sending"
        isBusy={shownRun.isBusy}
        columns={[
          { title: t('sending.cafes'), render: run => run.cafes.map(({ name }) => name).join(', ') },
          {
            title: t('runs.state'),
            render: run => t(run.is_broken ? 'sending.broken' : `sending.status.${run.status}`),
          },
          { title: t('sending.counts.sent'), render: run => run.counts.sent },
          { title: t('sending.counts.failed'), render: run => run.counts.failed },
        ]}
      />
    </Page>
  );
};
