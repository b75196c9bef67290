import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';
import type { BulkResponse } from '#contract/bulk.ts';
import { getOutcome } from '#providers/cache/bulkRun.ts';
import type { PartCall } from '#providers/http/bulkCalls.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useService } from '#providers/ServicesContext.ts';
import { DialogFrame } from '#ui/Dialog.tsx';
import { useFormats } from '../../engine/format.ts';
import type { Definition } from '../../engine/types.ts';
import { useLabels } from '../../engine/useLabels.ts';
import { useSelection } from '../selection.ts';
import { BulkResult, BulkRunning } from './BulkResult.tsx';
import { useBulkRun } from './useBulkRun.ts';

interface BulkDialogProps {
  definition: Definition;
  ids: readonly number[];
  kind: 'changed' | 'removed';
  onClose: () => void;
  onDone: (text: string) => void;
  children: (
    ids: readonly number[],
    begin: (call: (part: PartCall) => Promise<BulkResponse>) => Promise<void>,
  ) => ReactNode;
}

const titles = { changed: 'listing.bulk.changeTitle', removed: 'listing.bulk.removeTitle' } as const;

export const BulkDialog = ({ definition, ids: selectedIds, kind, onClose, onDone, children }: BulkDialogProps) => {
  const t = useT();
  const notify = useNotify();
  const written = useService('written');
  const { number } = useFormats();
  const labels = useLabels(definition.name);
  const { run, start, stop, clear } = useBulkRun(definition.name, useSelection());
  const [ids, setIds] = useState(selectedIds);
  const isRunning = run !== null && !run.isFinished;
  const begin = async (call: (part: PartCall) => Promise<BulkResponse>) => {
    const batch = written.begin();
    const progress = await start(ids, async part => {
      const result = await call({ ids: part, headers: batch.getHeaders() });
      batch.add(result);
      return result;
    });
    if (getOutcome(progress) !== 'done') return;
    const { done, unchanged } = progress;
    const outcome = [
      t(`listing.bulk.${kind}All`, { records: labels.count(done.size - unchanged) }),
      ...(unchanged > 0 ? [t('listing.bulk.unchanged', { number: number(unchanged) })] : []),
    ];
    const text = outcome.join('. ');
    notify(text, { type: 'success', batchId: batch.getId() });
    onDone(text);
    onClose();
  };
  return (
    <DialogFrame
      title={t(titles[kind], { records: labels.object(ids.length) })}
      size="medium"
      onClose={isRunning ? undefined : onClose}
    >
      {run === null && children(ids, begin)}
      {isRunning && <BulkRunning progress={run.progress} isStopping={run.isStopping} onStop={stop} />}
      {run?.isFinished && (
        <BulkResult
          definition={definition}
          kind={kind}
          progress={run.progress}
          onAgain={rest => {
            setIds(rest);
            clear();
          }}
        />
      )}
    </DialogFrame>
  );
};
