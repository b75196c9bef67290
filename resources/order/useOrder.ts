import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { saveOrder } from '#providers/cache/ordering.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useService } from '#providers/ServicesContext.ts';

interface Order {
  ids: readonly number[];
  isMoved: boolean;
  /** Whether somebody has saved another order since the first move. Saving this order replaces that one. */
  isOutdated: boolean;
  isSaving: boolean;
  move: (ids: number[]) => void;
  undo: () => void;
  save: () => Promise<boolean>;
}

/** An unsaved order. Records that are added or removed in the meantime do not affect the order of the others. */
export const useOrder = (resource: string, savedIds: readonly number[]): Order => {
  const t = useT();
  const api = useApi();
  const client = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const written = useService('written');
  const [movedOrder, setMovedOrder] = useState<MovedOrder | null>(null);
  const [isSaving, setSaving] = useState(false);
  const ids = movedOrder
    ? intersectIds(movedOrder.ids, savedIds).concat(excludeIds(savedIds, movedOrder.ids))
    : savedIds;
  const save = async (): Promise<boolean> => {
    setSaving(true);
    try {
      const result = await saveOrder(api, resource, { ids: [...ids], base: [...savedIds] });
      await client.invalidateQueries({ queryKey: [resource] });
      notify(t('ordering.saved'), { type: 'success', batchId: written.take(result) });
      setMovedOrder(null);
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
    isMoved: isReordered(ids, savedIds),
    isOutdated:
      movedOrder !== null &&
      isReordered(intersectIds(movedOrder.base, savedIds), intersectIds(savedIds, movedOrder.base)),
    isSaving,
    move: next => setMovedOrder({ ids: next, base: movedOrder?.base ?? savedIds }),
    undo: () => setMovedOrder(null),
    save,
  };
};

interface MovedOrder {
  ids: readonly number[];
  /** The stored order at the time of the first move. */
  base: readonly number[];
}

const intersectIds = (ids: readonly number[], remainingIds: readonly number[]): number[] =>
  ids.filter(id => remainingIds.includes(id));
const excludeIds = (ids: readonly number[], those: readonly number[]): number[] =>
  ids.filter(id => !those.includes(id));
const isReordered = (ids: readonly number[], savedIds: readonly number[]): boolean =>
  ids.some((id, index) => id !== savedIds[index]);
