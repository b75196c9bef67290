import { useEffect, useState } from 'react';
import { useNotify } from 'react-admin';
import type { ImportSchedule, SaveScheduleBody, ScheduleSource, ScheduleTime } from '#contract/importSchedules.ts';
import { useUnsavedForms } from '#providers/forms/unsavedForms.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { useRemoveSchedule, useSaveSchedule } from '#providers/jobs/importSchedules.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';

/**
 * If the user switches to another time unit or kind of source and back, the text typed for the first one is still
 * there.
 */
export interface ScheduleDraft {
  kind: ScheduleSource['kind'] | 'none';
  folder: string;
  address: string;
  unit: 'minutes' | 'hours' | 'daily';
  minutes: string;
  hours: string;
  time: string;
  starts: boolean;
}

const MINUTES_PER_HOUR = 60;
const NEW_SCHEDULE: ScheduleDraft = {
  kind: 'none',
  folder: '',
  address: '',
  unit: 'hours',
  minutes: '30',
  hours: '1',
  time: '07:00',
  starts: false,
};

const toDraft = (schedule: ImportSchedule | null): ScheduleDraft => {
  if (!schedule) return NEW_SCHEDULE;
  const { source, time, starts } = schedule;
  return { ...NEW_SCHEDULE, ...source, ...toTimeDraft(time), starts };
};

const toTimeDraft = (time: ScheduleTime): Partial<ScheduleDraft> => {
  if (time.kind === 'daily') return { unit: 'daily', time: time.time };
  const hours = time.minutes / MINUTES_PER_HOUR;
  return Number.isInteger(hours)
    ? { unit: 'hours', hours: String(hours) }
    : { unit: 'minutes', minutes: String(time.minutes) };
};

const toBody = (draft: ScheduleDraft, version: number | null): SaveScheduleBody => ({
  source:
    draft.kind === 'folder' ? { kind: 'folder', folder: draft.folder } : { kind: 'address', address: draft.address },
  time:
    draft.unit === 'daily'
      ? { kind: 'daily', time: draft.time }
      : { kind: 'interval', minutes: Number(draft[draft.unit]) * (draft.unit === 'hours' ? MINUTES_PER_HOUR : 1) },
  starts: draft.starts,
  version,
});

/** Edits a schedule. After a failure, no input is lost, and the server's error messages are shown beside the inputs. */
export const useScheduleForm = (id: number, schedule: ImportSchedule | null, onClose: () => void) => {
  const t = useT();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [draft, setDraft] = useState(() => toDraft(schedule));
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [isChanged, setChanged] = useState(false);
  const unsavedForms = useUnsavedForms();
  useEffect(() => unsavedForms.register({ isUnsaved: () => isChanged }));
  const saveMutation = useSaveSchedule(id);
  const removeMutation = useRemoveSchedule(id);
  const handlers = (text: 'saved' | 'removed') => ({
    onSuccess: () => {
      notify(t(`importPage.schedule.${text}`), { type: 'success' });
      onClose();
    },
    onError: (error: unknown) => {
      const fieldErrors = findApiError(error)?.errors ?? {};
      setErrors(fieldErrors);
      if (Object.keys(fieldErrors).length === 0) notifyError(error);
    },
  });
  const version = schedule?.version ?? null;
  return {
    draft,
    change: (changes: Partial<ScheduleDraft>) => {
      setErrors({});
      setChanged(true);
      setDraft({ ...draft, ...changes });
    },
    errorOf: (name: string): string | null => errors[name]?.[0] ?? null,
    isSaving: saveMutation.isPending || removeMutation.isPending,
    save: () => {
      if (draft.kind !== 'none') saveMutation.mutate(toBody(draft, version), handlers('saved'));
      else if (version === null) onClose();
      else removeMutation.mutate(version, handlers('removed'));
    },
  };
};

export type ScheduleFormState = ReturnType<typeof useScheduleForm>;
