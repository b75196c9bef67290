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
  /** Another order was saved since the first move; saving this one replaces it. */
  isOutdated: boolean;
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
  const [moved, setMoved] = useState<MovedOrder | null>(null);
  const [isSaving, setSaving] = useState(false);
  const ids = moved ? intersectIds(moved.ids, saved).concat(excludeIds(saved, moved.ids)) : saved;
  const save = async (): Promise<boolean> => {
    setSaving(true);
    try {
      await saveOrder(api, resource, { ids: [...ids], base: [...saved] });
      await client.invalidateQueries({ queryKey: [resource] });
      notify(t('ordering.saved'), { type: 'success' });
      setMoved(null);
      return true;
    } catch (error) {
      // The stored order may have changed in the meantime; the refetch will show it.
      await client.invalidateQueries({ queryKey: [resource] });
      if (!notifyError(error)) throw error;
      return false;
    } finally {
      setSaving(false);
    }
  };
  return {
    ids,
    isMoved: isReordered(ids, saved),
    isOutdated: moved !== null && isReordered(intersectIds(moved.base, saved), intersectIds(saved, moved.base)),
    isSaving,
    move: next => setMoved({ ids: next, base: moved?.base ?? saved }),
    undo: () => setMoved(null),
    save,
  };
};

interface MovedOrder {
  ids: readonly number[];
  /** The stored order at the time of the first move. */
  base: readonly number[];
}

const intersectIds = (ids: readonly number[], left: readonly number[]): number[] => ids.filter(id => left.includes(id));
const excludeIds = (ids: readonly number[], those: readonly number[]): number[] =>
  ids.filter(id => !those.includes(id));
const isReordered = (ids: readonly number[], saved: readonly number[]): boolean =>
  ids.some((id, at) => id !== saved[at]);
