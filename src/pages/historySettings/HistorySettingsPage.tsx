import { type FormEvent, useId, useState } from 'react';
import { useNotify } from 'react-admin';
import { HistorySettings } from '#contract/historySettings.ts';
import { useHistorySettings, useSaveHistorySettings } from '#providers/cache/historySettings.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Page, PageActions } from '#ui/Page.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './HistorySettings.module.css';

export const HistorySettingsPage = () => {
  const t = useT();
  const { data, error, refetch } = useHistorySettings();
  return (
    <Page title={t('pages.historySettings.title')} description={t('batches.settingsHint')}>
      {!data && error && <ReadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div className={styles['bones']} role="progressbar" aria-label={t('shell.loading')} />}
      {data && <SettingsForm key={JSON.stringify(data)} stored={data} />}
    </Page>
  );
};

const names = ['keep_days', 'price_percent'] as const;

const useBoundsText = (): ((name: (typeof names)[number]) => string) => {
  const t = useT();
  const { number } = useFormats();
  return name => {
    const { minValue, maxValue } = HistorySettings.shape[name];
    return t('batches.outOfBounds', { from: number(minValue ?? 0), to: number(maxValue ?? 0) });
  };
};

const SettingsForm = ({ stored }: { stored: HistorySettings }) => {
  const t = useT();
  const describeBounds = useBoundsText();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const save = useSaveHistorySettings();
  const formId = useId();
  const [isSaving, setSaving] = useState(false);
  const [texts, setTexts] = useState({
    keep_days: String(stored.keep_days),
    price_percent: String(stored.price_percent),
  });
  const labels = { keep_days: t('batches.keepDays'), price_percent: t('batches.pricePercent') };
  const hints = { keep_days: t('batches.keepDaysHint'), price_percent: t('batches.pricePercentHint') };
  const parsed = HistorySettings.safeParse({
    keep_days: parseNumber(texts.keep_days),
    price_percent: parseNumber(texts.price_percent),
  });
  const isFaulty = (name: (typeof names)[number]) => parsed.error?.issues.some(({ path }) => path[0] === name) ?? false;
  const isChanged = names.some(name => texts[name] !== String(stored[name]));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!parsed.success) return;
    setSaving(true);
    try {
      await save(parsed.data);
      notify(t('batches.settingsSaved'), { type: 'success' });
    } catch (error) {
      if (!notifyError(error)) throw error;
    } finally {
      setSaving(false);
    }
  };
  return (
    <form id={formId} className={styles['form']} onSubmit={event => void submit(event)}>
      {names.map(name => (
        <TextField
          key={name}
          label={labels[name]}
          helperText={isFaulty(name) ? describeBounds(name) : hints[name]}
          error={isFaulty(name)}
          inputMode="numeric"
          value={texts[name]}
          onChange={({ target }) => setTexts(before => ({ ...before, [name]: target.value }))}
        />
      ))}
      <PageActions>
        <Button
          type="submit"
          form={formId}
          variant="contained"
          loading={isSaving}
          disabled={!isChanged || !parsed.success}
        >
          {t('batches.save')}
        </Button>
      </PageActions>
    </form>
  );
};

const parseNumber = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN);
