import { useState } from 'react';
import type { ScheduleDetails } from '#contract/importSchedules.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { DialogBody, DialogFrame } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SegmentedControl } from '#ui/SegmentedControl.tsx';
import { Select } from '#ui/Select.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useConfirmLeave } from '#ui/useConfirmLeave.tsx';
import styles from './Schedule.module.css';
import { type ScheduleDraft, type ScheduleFormState, useScheduleForm } from './useScheduleForm.ts';
import { useScheduleTexts } from './useScheduleTexts.ts';

interface ScheduleDialogProps {
  id: number;
  details: ScheduleDetails;
  onClose: () => void;
}

export const ScheduleDialog = ({ id, details, onClose }: ScheduleDialogProps) => {
  const t = useT();
  const form = useScheduleForm(id, details.schedule, onClose);
  const { draft, change } = form;
  const [askToLeave, question] = useConfirmLeave();
  // The choice "folder" stays available for an existing schedule even if the operator has since turned off imports from
  // folders.
  const hasFolders = details.has_folders || draft.kind === 'folder';
  const kinds = (['none', 'folder', 'address'] as const).filter(kind => kind !== 'folder' || hasFolders);
  return (
    // A save that is on its way reports how it ended only while the dialog is there.
    <DialogFrame
      title={t('importPage.schedule.title')}
      size="medium"
      onClose={() => form.isSaving || askToLeave(onClose)}
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          form.save();
        }}
      >
        <DialogBody
          className={styles['form']}
          action={
            <Button type="submit" variant="contained" loading={form.isSaving}>
              {t('importPage.schedule.save')}
            </Button>
          }
        >
          <ReplacedNotice details={details} />
          <SegmentedControl
            label={t('importPage.schedule.from')}
            value={draft.kind}
            choices={kinds.map(kind => [kind, t(`importPage.schedule.sources.${kind}`)] as const)}
            onChoose={kind => change({ kind })}
          />
          {draft.kind !== 'none' && (
            <>
              <SourceInput form={form} kind={draft.kind} />
              <TimeInputs form={form} zone={details.time_zone} />
              <SegmentedControl
                label={t('importPage.schedule.what')}
                value={draft.starts ? 'starts' : 'waits'}
                choices={(['waits', 'starts'] as const).map(mode => [mode, t(`importPage.schedule.${mode}`)] as const)}
                onChoose={mode => change({ starts: mode === 'starts' })}
              />
              <p>{t(`importPage.schedule.${draft.starts ? 'startsHelp' : 'waitsHelp'}`)}</p>
            </>
          )}
        </DialogBody>
      </form>
      {question}
    </DialogFrame>
  );
};

/** Shows a schedule that was saved elsewhere since the dialog was opened, because saving replaces it. */
const ReplacedNotice = ({ details: { schedule, time_zone } }: { details: ScheduleDetails }) => {
  const t = useT();
  const { sentenceOf } = useScheduleTexts();
  const version = schedule?.version;
  const [openedVersion] = useState(version);
  if (version === openedVersion) return null;
  const now = schedule ? sentenceOf(schedule, time_zone) : t('importPage.schedule.none');
  return <Notice kind="warning">{t('importPage.schedule.replaced', { now })}</Notice>;
};

const SourceInput = ({ form, kind }: { form: ScheduleFormState; kind: 'folder' | 'address' }) => {
  const t = useT();
  const error = form.errorOf(`source.${kind}`);
  return (
    <TextField
      key={kind}
      label={t(`importPage.schedule.${kind}Label`)}
      value={form.draft[kind]}
      error={error !== null}
      helperText={error ?? t(`importPage.schedule.${kind}Help`)}
      onChange={({ target }) => form.change({ [kind]: target.value })}
    />
  );
};

const TimeInputs = ({ form: { draft, change, errorOf }, zone }: { form: ScheduleFormState; zone: string }) => {
  const t = useT();
  const { unit } = draft;
  const error = errorOf(unit === 'daily' ? 'time.time' : 'time.minutes');
  return (
    <div className={styles['time']}>
      <Select
        label={t('importPage.schedule.when')}
        value={unit}
        choices={(['minutes', 'hours', 'daily'] as const).map(
          timeKind => [timeKind, t(`importPage.schedule.units.${timeKind}`)] as const,
        )}
        onChange={({ target }) => change({ unit: target.value as ScheduleDraft['unit'] })}
      />
      {unit === 'daily' ? (
        <TextField
          type="time"
          label={t('importPage.schedule.dailyAt', { zone })}
          value={draft.time}
          error={error !== null}
          helperText={error}
          onChange={({ target }) => change({ time: target.value })}
        />
      ) : (
        <TextField
          key={unit}
          inputMode="numeric"
          label={t(`importPage.schedule.${unit}`)}
          value={draft[unit]}
          error={error !== null}
          helperText={error}
          onChange={({ target }) => change({ [unit]: target.value })}
        />
      )}
    </div>
  );
};
