import NextIcon from '@mui/icons-material/KeyboardArrowDown';
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp';
import { useEffect, useRef } from 'react';
import { useEvent, useNotify } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { pickChangedFields } from '#providers/forms/formChanges.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from '#ui/Button.tsx';
import { useFormats } from '../engine/format.ts';
import type { Definition } from '../engine/types.ts';
import styles from './QueueNavigation.module.css';
import { submitForm } from './SaveBar.tsx';
import { type QueuePlace, useQueue } from './useQueue.ts';
import type { EditedRecord } from './useSave.ts';

interface QueueNavigationProps {
  definition: Definition;
  baseline: EditedRecord;
}

export const QueueNavigation = ({ definition, baseline }: QueueNavigationProps) => {
  const t = useT();
  const { number } = useFormats();
  const { position, total, previous, next, goToRecord } = useQueue(definition, baseline.id);
  const saveAndGo = useSaveAndGo(definition, baseline, { position, next, goToRecord });
  const goTo = (id: number | null) => () => {
    if (id !== null) goToRecord(id);
  };
  useQueueKeys({ previous: goTo(previous), next: goTo(next), saveAndGo });
  useRestoreFocus();
  if (position === null) return null;
  return (
    <nav className={styles['queue']} aria-label={t('listing.queue.title')}>
      <span>{t('listing.queue.place', { place: number(position + 1), total: number(total) })}</span>
      <IconButton
        aria-label={t('listing.queue.previous')}
        title={t('listing.queue.previousHint')}
        disabled={previous === null}
        onClick={goTo(previous)}
      >
        <PreviousIcon fontSize="small" />
      </IconButton>
      <IconButton
        aria-label={t('listing.queue.next')}
        title={t('listing.queue.nextHint')}
        disabled={next === null}
        onClick={goTo(next)}
      >
        <NextIcon fontSize="small" />
      </IconButton>
    </nav>
  );
};

/** Opens the next record only after the save, so that users can correct errors on the same screen. */
const useSaveAndGo = (
  definition: Definition,
  baseline: EditedRecord,
  { position, next, goToRecord }: Pick<QueuePlace, 'position' | 'next' | 'goToRecord'>,
) => {
  const t = useT();
  const notify = useNotify();
  const { getValues, control } = useFormContext();
  const { isSubmitting } = useFormState({ control });
  const savedFrom = useRef<EditedRecord | null>(null);
  const isUnsaved = () => Object.keys(pickChangedFields(definition.collection, getValues(), baseline)).length > 0;
  const continueToNext = () => {
    if (next !== null) goToRecord(next);
    else if (position !== null) notify(t('listing.queue.end'), { type: 'info' });
  };
  const leaveWhenSaved = useEvent(() => {
    if (!savedFrom.current || isSubmitting) return;
    // After a failed save, the user stays here to correct the errors, so the next save must not open the next record
    // automatically.
    const isSaved = savedFrom.current !== baseline && !isUnsaved();
    savedFrom.current = null;
    if (isSaved) continueToNext();
  });
  // The form resets to a new baseline in a later effect, so this check waits for it.
  useEffect(() => queueMicrotask(leaveWhenSaved), [baseline, isSubmitting, leaveWhenSaved]);
  return (): void => {
    if (!isUnsaved()) return continueToNext();
    savedFrom.current = baseline;
    submitForm();
  };
};

interface QueueKeys {
  previous: () => void;
  next: () => void;
  saveAndGo: () => void;
}

/**
 * Alt+arrows work anywhere, and `j` and `k` outside inputs. Ctrl+Enter saves and opens the next record. While a dialog
 * is open, all of these keys are disabled.
 */
const useQueueKeys = (keys: QueueKeys): void => {
  const handleKeyDown = useEvent((event: KeyboardEvent) => {
    const action = getKeyAction(event);
    if (!action || document.querySelector('[role=dialog]')) return;
    event.preventDefault();
    keys[action]();
  });
  useEffect(() => {
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [handleKeyDown]);
};

const KEYBOARD_WIDGETS = 'input, textarea, select, [contenteditable], [role=combobox], [role=menu], [role=listbox]';
const OPENED_BY_ARROWS = 'select, [role=combobox], input[type=date]';

const getKeyAction = ({ code, altKey, ctrlKey, metaKey, target }: KeyboardEvent): keyof QueueKeys | null => {
  const isInside = (selector: string) => target instanceof Element && target.closest(selector) !== null;
  if (ctrlKey || metaKey) return code === 'Enter' ? 'saveAndGo' : null;
  if (altKey) {
    if (isInside(OPENED_BY_ARROWS)) return null;
    return ({ ArrowUp: 'previous', ArrowDown: 'next' } as const)[code] ?? null;
  }
  // Rows inside the editor handle these keys themselves.
  if (isInside(KEYBOARD_WIDGETS) || document.querySelector('main [data-row-link]')) return null;
  return ({ KeyK: 'previous', KeyJ: 'next' } as const)[code] ?? null;
};

/** Moves the focus to the same field of the next record, for users who edit one field in many records. */
const useRestoreFocus = (): void => {
  const state = useLocation().state as { focus?: unknown } | null;
  const { setFocus, getValues } = useFormContext();
  const focus = typeof state?.focus === 'string' ? state.focus : null;
  useEffect(() => {
    if (focus && focus in getValues()) setFocus(focus);
  }, [focus, setFocus, getValues]);
};
