import { useState } from 'react';
import type { MailTest, System } from '#contract/system.ts';
import { useTestMail } from '#providers/cache/system.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { FactList, Panel } from '#ui/Panel.tsx';
import { CheckedFacts } from './CheckedFacts.tsx';
import styles from './System.module.css';
import { useSystemTexts } from './useSystemTexts.ts';

export const MailPanel = ({ mail }: Pick<System, 'mail'>) => {
  const t = useT();
  const texts = useSystemTexts();
  const notifyError = useNotifyError();
  const testMail = useTestMail();
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<MailTest | null>(null);
  const send = async () => {
    setOutcome(null);
    setSending(true);
    try {
      setOutcome(await testMail());
    } catch (error) {
      if (!notifyError(error)) throw error;
    } finally {
      setSending(false);
    }
  };
  return (
    <Panel title={t('system.mail.title')}>
      {mail.kind === 'outbox' ? (
        <FactList facts={texts.mail(mail)} />
      ) : (
        <CheckedFacts facts={texts.mail(mail)} error={mail.error} />
      )}
      <div className={styles['test']}>
        <Button variant="outlined" loading={isSending} onClick={() => void send()}>
          {t('system.mail.send')}
        </Button>
        <span className={styles['hint']}>{t('system.mail.hint')}</span>
      </div>
      <div role="status">
        {outcome && (
          <Notice kind={outcome.is_sent ? 'success' : mail.kind === 'outbox' ? 'info' : 'warning'}>
            {outcome.text}
          </Notice>
        )}
      </div>
    </Panel>
  );
};
