import { useState } from 'react';
import type { ListedCorrection, PreparedChoices, PreparedImport } from '#contract/preparing.ts';
import { type ChangePreparedImport, useCorrections } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { cutMiddle } from '#ui/cutMiddle.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { Table } from '#ui/Table.tsx';

interface CorrectionsDialogProps {
  preparedImport: PreparedImport;
  onChange: ChangePreparedImport;
  onClose: () => void;
}

/** Lists the corrections, each with a button that restores the file's text. */
export const CorrectionsDialog = ({ preparedImport, onChange, onClose }: CorrectionsDialogProps) => {
  const t = useT();
  const { number } = useFormats();
  const [isChanging, setChanging] = useState(false);
  const { corrections, error, retry, more } = useCorrections(preparedImport);
  const removeCorrections = async (removedCorrections: NonNullable<PreparedChoices['remove_corrections']>) => {
    setChanging(true);
    await onChange({ remove_corrections: removedCorrections });
    setChanging(false);
  };
  return (
    <Dialog
      title={t('importPage.prepared.corrections')}
      size="medium"
      onClose={onClose}
      isQuestion
      actions={
        <Button loading={isChanging} onClick={() => void removeCorrections(true)}>
          {t('importPage.prepared.removeAllCorrections', { number: number(preparedImport.corrections_count) })}
        </Button>
      }
    >
      {!corrections && Boolean(error) && <ReadError error={error} onRetry={retry} />}
      {corrections && (
        <CorrectionList
          corrections={corrections}
          isChanging={isChanging}
          onRemove={removedCorrections => void removeCorrections(removedCorrections)}
        />
      )}
      {more && (
        <Button loading={more.isReading} onClick={more.read}>
          {t('importPage.prepared.moreCorrections')}
        </Button>
      )}
    </Dialog>
  );
};

interface CorrectionListProps {
  corrections: readonly ListedCorrection[];
  isChanging: boolean;
  onRemove: (removedCorrections: NonNullable<PreparedChoices['remove_corrections']>) => void;
}

const CorrectionList = ({ corrections, isChanging, onRemove }: CorrectionListProps) => {
  const t = useT();
  const describeLocation = ({ row, was }: ListedCorrection): string =>
    row === null
      ? t('importPage.prepared.everyRow', { text: cutMiddle(was ?? '') })
      : [t('importPage.preview.row').toLocaleLowerCase(), row].join(' ');
  return (
    <Table label={t('importPage.prepared.corrections')} isStacked>
      <thead>
        <tr>
          <th scope="col">{t('importPage.prepared.where')}</th>
          <th scope="col">{t('importPage.columns.field')}</th>
          <th scope="col">{t('importPage.prepared.became')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {corrections.map(correction => {
          const { row, field, label, was, text, is_new } = correction;
          const location = describeLocation(correction);
          return (
            <tr key={[row, field, was].join(' ')}>
              <th scope="row">{location}</th>
              <td data-label={t('importPage.columns.field')}>{label}</td>
              <td data-label={t('importPage.prepared.became')}>
                {is_new ? t('importPage.prepared.newValue', { text: cutMiddle(text ?? '') }) : cutMiddle(text ?? '—')}
              </td>
              <td>
                <Button
                  disabled={isChanging}
                  aria-label={t('importPage.prepared.removeOneCorrection', { where: location, label })}
                  onClick={() =>
                    onRemove(
                      row === null
                        ? { cells: [], alike: [{ field, was: was ?? '' }] }
                        : { cells: [{ row, field }], alike: [] },
                    )
                  }
                >
                  {t('importPage.prepared.removeCorrection')}
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
};
