import Autocomplete from '@mui/material/Autocomplete';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useUpdate } from 'react-admin';
import { endpoints } from '#contract/endpoints.ts';
import type { ResourceName } from '#contract/records.ts';
import { collectionOf } from '#contract/records.ts';
import { isReferenceName, referenceInResource } from '#contract/references.ts';
import type { Uses } from '#contract/uses.ts';
import { useApi } from '#providers/ApiContext.tsx';
import { useT } from '#providers/i18nProvider.ts';
import { useTellFailure } from '#providers/NoticeGate.tsx';
import { useReferenceValues } from '#providers/referenceValues.ts';
import { useFormats } from '../format.ts';
import { usePickerTexts } from '../kinds/usePickerTexts.ts';
import { Button } from '../ui/Button.tsx';
import { useLabels } from '../useLabels.ts';
import styles from './UsedDialog.module.css';

interface UsedDialogProps {
  resource: ResourceName;
  record: { id: number; version: number; [field: string]: unknown };
  name: string;
  uses: Uses['uses'];
  onClose: () => void;
  /** The record is archived, or gone and another stands in its place. */
  onDone: () => void;
}

/** Says who holds on to a record that was to be deleted, and offers what can be done instead. */
export const UsedDialog = ({ resource, record, name, uses, onClose, onDone }: UsedDialogProps) => {
  const t = useT();
  const [update, { isPending }] = useUpdate();
  const tell = useTellFailure();
  const notify = useNotify();
  const reference = referenceInResource(resource);
  const mayArchive = 'archived' in collectionOf(resource).fields && !record['archived'];
  const archive = () =>
    update(
      resource,
      { id: record.id, data: { archived: true }, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          notify(t('used.archived', { name }), { type: 'success' });
          onDone();
        },
        onError: tell,
      },
    );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>{t('used.title', { name })}</DialogTitle>
      <DialogContent className={styles['used'] ?? ''}>
        <p>{t('used.text')}</p>
        <dl>
          {uses.map(({ resource: holder, count }) => (
            <Use key={holder} resource={holder} count={count} />
          ))}
        </dl>
        {mayArchive && <p>{t('used.archiveHint')}</p>}
        {reference && <Replacement {...{ reference, resource, record, name, onDone }} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        {mayArchive && (
          <Button variant="contained" loading={isPending} onClick={() => void archive()}>
            {t('used.archive')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};

const Use = ({ resource, count }: { resource: string; count: number }) => {
  const t = useT();
  const { number } = useFormats();
  const { several } = useLabels(resource);
  const reference = referenceInResource(resource);
  return (
    <div>
      <dt>{reference && !isReferenceName(reference) ? t('used.values') : several}</dt>
      <dd>{number(count)}</dd>
    </div>
  );
};

type ReplacementProps = Pick<UsedDialogProps, 'resource' | 'record' | 'name' | 'onDone'> & { reference: string };

/** Another value of the same reference to stand wherever this one does. */
const Replacement = ({ reference, resource, record, name, onDone }: ReplacementProps) => {
  const t = useT();
  const api = useApi();
  const client = useQueryClient();
  const tell = useTellFailure();
  const notify = useNotify();
  const texts = usePickerTexts();
  const { values } = useReferenceValues(reference);
  const [by, choose] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const others = values.filter(({ id, archived }) => id !== record.id && !archived);
  const replace = async (other: number) => {
    setBusy(true);
    try {
      await api(endpoints.references.replace, {
        params: { name: reference, id: String(record.id) },
        body: { by: other },
      });
      void client.invalidateQueries({ queryKey: [resource] });
      notify(t('used.replaced', { name }), { type: 'success' });
      onDone();
    } catch (error) {
      setBusy(false);
      if (!tell(error)) throw error;
    }
  };
  return (
    <div className={styles['replacement']}>
      <Autocomplete
        {...texts}
        options={others.map(({ id }) => id)}
        getOptionLabel={id => values.find(value => value.id === id)?.name ?? `№ ${id}`}
        value={by}
        onChange={(_, next) => choose(next)}
        renderInput={params => <TextField {...params} label={t('used.by')} />}
      />
      <Button
        variant="outlined"
        color="error"
        disabled={by === null}
        loading={isBusy}
        onClick={() => by !== null && void replace(by)}
      >
        {t('used.replace')}
      </Button>
    </div>
  );
};
