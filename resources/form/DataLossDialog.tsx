import type { DataLoss } from '#contract/dataLoss.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Question } from '#ui/Dialog.tsx';
import { Table } from '#ui/Table.tsx';
import { useFormats } from '../engine/format.ts';

interface DataLossDialogProps {
  loss: DataLoss;
  isSaving: boolean;
  onAccept: () => void;
  onClose: () => void;
}

/** Warns what a save would remove from other records, before anything is written. */
export const DataLossDialog = ({ loss: { kept, lost, samples }, isSaving, onAccept, onClose }: DataLossDialogProps) => {
  const t = useT();
  const { number } = useFormats();
  return (
    <Question
      title={t('used.lossTitle')}
      size="medium"
      confirm={t('used.lossAccept')}
      isPending={isSaving}
      onConfirm={onAccept}
      onClose={onClose}
    >
      <p>{t('used.lossText', { lost: number(lost), kept: number(kept) })}</p>
      <Table>
        <thead>
          <tr>
            <th scope="col">{t('used.lossBefore')}</th>
            <th scope="col">{t('used.lossAfter')}</th>
            <th scope="col" data-numeric>
              {t('used.lossCount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {samples.map(({ before, after, count }) => (
            <tr key={before}>
              <td>{before}</td>
              <td>{after ?? <em>{t('used.lossNothing')}</em>}</td>
              <td data-numeric>{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Question>
  );
};
