import { removeRecords } from '#providers/http/bulkCalls.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { DialogBody } from '#ui/Dialog.tsx';
import { useFormats } from '../../engine/format.ts';
import type { Definition } from '../../engine/types.ts';
import { ReferencingRecords } from '../../form/ReferencingRecords.tsx';
import { useRecordNames } from '../useRecordNames.ts';
import styles from './Bulk.module.css';
import { BulkDialog } from './BulkDialog.tsx';

interface RemoveDialogProps {
  definition: Definition;
  ids: readonly number[];
  onClose: () => void;
  onDone: (text: string) => void;
}

export const RemoveDialog = ({ definition, ...dialog }: RemoveDialogProps) => {
  const api = useApi();
  return (
    <BulkDialog kind="removed" definition={definition} {...dialog}>
      {(ids, begin) => (
        <RecordNames
          {...{ definition, ids }}
          onRemove={() => void begin(part => removeRecords(api, definition.name, part))}
        />
      )}
    </BulkDialog>
  );
};

const MAX_NAMED_RECORDS = 5;

interface RecordNamesProps {
  definition: Definition;
  ids: readonly number[];
  onRemove: () => void;
}

const RecordNames = ({ definition, ids, onRemove }: RecordNamesProps) => {
  const t = useT();
  const { number } = useFormats();
  const names = useRecordNames(definition.name, ids.slice(0, MAX_NAMED_RECORDS));
  return (
    <DialogBody
      isQuestion
      action={
        <Button variant="contained" onClick={onRemove}>
          {t('listing.bulk.doRemove', { number: number(ids.length) })}
        </Button>
      }
    >
      <ul className={styles['names']}>
        {names.map((name, index) => (
          <li key={ids[index]}>{name}</li>
        ))}
        {ids.length > MAX_NAMED_RECORDS && (
          <li>{t('listing.bulk.andMore', { number: number(ids.length - MAX_NAMED_RECORDS) })}</li>
        )}
      </ul>
      <ReferencingRecords resource={definition.name} ids={ids} />
      {t('listing.bulk.removeText')}
    </DialogBody>
  );
};
