import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import type { ReactNode } from 'react';
import type { Part, System } from '#contract/system.ts';
import { useSystem } from '#providers/cache/system.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { FactList, Panel } from '#ui/Panel.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useCopy } from '#ui/useCopy.ts';
import { CheckedFacts } from './CheckedFacts.tsx';
import { DatabasePanel } from './DatabasePanel.tsx';
import { DayBars } from './DayBars.tsx';
import { findFaults } from './findFaults.ts';
import { MailPanel } from './MailPanel.tsx';
import { ProcessTable } from './ProcessTable.tsx';
import { RunTable } from './RunTable.tsx';
import { SettingTable } from './SettingTable.tsx';
import styles from './System.module.css';
import { buildSupportText } from './supportText.ts';
import { useMeasures } from './useMeasures.ts';
import { useSystemTexts } from './useSystemTexts.ts';

export const SystemPage = () => {
  const t = useT();
  const { data, error, refetch } = useSystem();
  return (
    <Page
      title={t('pages.system.title')}
      description={t('system.about')}
      actions={data && <CopyButton system={data} />}
    >
      {!data && error && <ReadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div className={styles['bones']} role="progressbar" aria-label={t('shell.loading')} />}
      {data && <SystemParts system={data} error={error} onRetry={() => void refetch()} />}
    </Page>
  );
};

const CopyButton = ({ system }: { system: System }) => {
  const t = useT();
  const { moment } = useFormats();
  const { bytes } = useMeasures();
  const texts = useSystemTexts();
  const copy = useCopy();
  const messages = { copiedMessage: t('system.copied'), failureMessage: t('system.copyFailed') };
  return (
    <Button
      variant="outlined"
      startIcon={<CopyIcon />}
      onClick={() =>
        void copy(buildSupportText(system, { t, texts, formatBytes: bytes, formatMoment: moment }), messages)
      }
    >
      {t('system.copy')}
    </Button>
  );
};

interface SystemPartsProps {
  system: System;
  error: unknown;
  onRetry: () => void;
}

const SystemParts = ({ system, error, onRetry }: SystemPartsProps) => {
  const t = useT();
  const { moment } = useFormats();
  const texts = useSystemTexts();
  return (
    <div className={styles['page']}>
      {error !== null && (
        <Notice kind="warning" actions={<Button onClick={onRetry}>{t('shell.retry')}</Button>}>
          {t('system.outdated', { when: moment(system.at) })}
        </Notice>
      )}
      <Summary system={system} />
      <Panel title={t('system.day.title')}>
        <PartView part={system.hours}>{hours => <DayBars hours={hours} />}</PartView>
      </Panel>
      <div className={styles['panels']}>
        <div>
          <Panel title={t('system.version.title')}>
            <FactList facts={texts.version(system.version)} />
          </Panel>
          <Panel title={t('system.queue.title')}>
            <PartView part={system.queue}>{queue => <FactList facts={texts.queue(queue)} />}</PartView>
          </Panel>
          <MailPanel mail={system.mail} />
        </div>
        <div>
          <Panel title={t('system.database.title')}>
            <PartView part={system.database}>{database => <DatabasePanel database={database} />}</PartView>
          </Panel>
          <Panel title={t('system.files.title')}>
            <PartView part={system.disk}>{disk => <FactList facts={texts.disk(disk)} />}</PartView>
            <CheckedFacts facts={texts.files(system.files)} error={system.files.error} />
            <PartView part={system.files.stored}>{stored => <FactList facts={texts.stored(stored)} />}</PartView>
          </Panel>
        </div>
      </div>
      <Panel title={t('system.processes.title')}>
        <PartView part={system.processes}>
          {processes => <ProcessTable processes={processes} read={system.at} />}
        </PartView>
      </Panel>
      <Panel title={t('system.runs.title')}>
        <PartView part={system.runs}>{runs => <RunTable runs={runs} read={system.at} />}</PartView>
      </Panel>
      <Panel title={t('system.settings.title')}>
        <p className={styles['hint']}>{t('system.settings.about')}</p>
        <SettingTable settings={system.settings} />
      </Panel>
    </div>
  );
};

/** What an administrator comes for: whether anything is wrong. */
const Summary = ({ system }: { system: System }) => {
  const t = useT();
  const faults = findFaults(system);
  if (faults.length === 0) return <StatusBadge status="active" label={t('system.sound')} />;
  return (
    <Notice kind="error">
      {t('system.faulty', { parts: faults.map(fault => t(`system.faults.${fault}`)).join('; ') })}
    </Notice>
  );
};

const PartView = <T,>({ part, children }: { part: Part<T>; children: (value: T) => ReactNode }) =>
  'error' in part ? <Notice kind="error">{part.error}</Notice> : children(part.value);
