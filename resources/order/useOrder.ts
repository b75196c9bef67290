import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { saveOrder } from '#providers/cache/ordering.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';

interface Order {
  ids: readonly number[];
  isMoved: boolean;
  isSaving: boolean;
  move: (ids: number[]) => void;
  undo: () => void;
  save: () => Promise<boolean>;
}

/** An unsaved order. Records that are added or removed meanwhile do not disturb the others. */
export const useOrder = (resource: string, saved: readonly number[]): Order => {
  const t = useT();
  const api = useApi();
  const client = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [moved, setMoved] = useState<readonly number[] | null>(null);
  const [isSaving, setSaving] = useState(false);
  const ids = moved ? [...moved.filter(id => saved.includes(id)), ...saved.filter(id => !moved.includes(id))] : saved;
  const save = async (): Promise<boolean> => {
    setSaving(true);
    try {
      await saveOrder(api, resource, [...ids]);
      await client.invalidateQueries({ queryKey: [resource] });
      notify(t('ordering.saved'), { type: 'success' });
      setMoved(null);
      return true;
    } catch (error) {
      if (!notifyError(error)) throw error;
      return false;
    } finally {
      setSaving(false);
    }
  };
  return {
    ids,
    isMoved: ids.some((id, at) => id !== saved[at]),
    isSaving,
    move: setMoved,
    undo: () => setMoved(null),
    save,
  };
};
