import { useState } from 'react';
import type { ListedMend, PreparedChoices, PreparedImport } from '#contract/preparing.ts';
import { type ChangePrepared, useMends } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import { Table } from '#ui/Table.tsx';

interface MendsDialogProps {
  prepared: PreparedImport;
  onChange: ChangePrepared;
  onClose: () => void;
}

/** What was mended, each with the way back to what the file has. */
export const MendsDialog = ({ prepared, onChange, onClose }: MendsDialogProps) => {
  const t = useT();
  const { number } = useFormats();
  const [isChanging, setChanging] = useState(false);
  const { mends, error, retry, more } = useMends(prepared);
  const unmend = async (what: NonNullable<PreparedChoices['unmend']>) => {
    setChanging(true);
    await onChange({ unmend: what });
    setChanging(false);
  };
  return (
    <Dialog
      title={t('importPage.prepared.mends')}
      size="medium"
      onClose={onClose}
      isQuestion
      actions={
        <Button loading={isChanging} onClick={() => void unmend(true)}>
          {t('importPage.prepared.unmendAll', { number: number(prepared.mended) })}
        </Button>
      }
    >
      {!mends && Boolean(error) && <ReadFailed error={error} onRetry={retry} />}
      {mends && <MendList mends={mends} isChanging={isChanging} onUnmend={what => void unmend(what)} />}
      {more && (
        <Button loading={more.isReading} onClick={more.read}>
          {t('importPage.prepared.moreMends')}
        </Button>
      )}
    </Dialog>
  );
};

interface MendListProps {
  mends: readonly ListedMend[];
  isChanging: boolean;
  onUnmend: (what: NonNullable<PreparedChoices['unmend']>) => void;
}

const MendList = ({ mends, isChanging, onUnmend }: MendListProps) => {
  const t = useT();
  const whereOf = ({ row, was }: ListedMend): string =>
    row === null
      ? t('importPage.prepared.everyRow', { text: was ?? '' })
      : [t('importPage.preview.row').toLocaleLowerCase(), row].join(' ');
  return (
    <Table label={t('importPage.prepared.mends')} isStacked>
      <thead>
        <tr>
          <th scope="col">{t('importPage.prepared.where')}</th>
          <th scope="col">{t('importPage.columns.field')}</th>
          <th scope="col">{t('importPage.prepared.became')}</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {mends.map(mend => {
          const { row, field, label, was, text } = mend;
          const where = whereOf(mend);
          return (
            <tr key={[row, field, was].join(' ')}>
              <th scope="row">{where}</th>
              <td data-label={t('importPage.columns.field')}>{label}</td>
              <td data-label={t('importPage.prepared.became')}>{text ?? '—'}</td>
              <td>
                <Button
                  disabled={isChanging}
                  aria-label={t('importPage.prepared.unmendOne', { where, label })}
                  onClick={() =>
                    onUnmend(
                      row === null
                        ? { cells: [], alike: [{ field, was: was ?? '' }] }
                        : { cells: [{ row, field }], alike: [] },
                    )
                  }
                >
                  {t('importPage.prepared.unmend')}
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
};
