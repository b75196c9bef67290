import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import { createElement } from 'react';
import { Link } from 'react-router-dom';
import { pictureOf } from '#contract/images.ts';
import { useT } from '#providers/i18nProvider.ts';
import { HistoryButton } from '../../drafts/HistoryButton.tsx';
import { listAddress } from '../addresses.ts';
import { useFormats } from '../format.ts';
import { Cell } from '../kinds/cells.tsx';
import type { Definition } from '../types.ts';
import { IconButton } from '../ui/Button.tsx';
import { Heading } from '../ui/Heading.tsx';
import { Tile } from '../ui/Tile.tsx';
import { useLabels } from '../useLabels.ts';
import { useMayChange } from '../usePerson.ts';
import { DeleteButton } from './DeleteButton.tsx';
import styles from './Editor.module.css';
import { Queue } from './Queue.tsx';
import type { EditedRecord } from './useSave.ts';

/** Which kinds of fields tell a record apart at a glance. */
const facts: ReadonlySet<string> = new Set(['barcode', 'status']);

interface EditorHeaderProps {
  definition: Definition;
  /** The record as the form started from it. */
  record: EditedRecord;
  /** As the server has it now: its picture is no part of the form. */
  current: EditedRecord;
  onDeleted: () => Promise<void>;
}

/** Who the record is: picture, name, what tells it apart, when it changed and by whom. */
export const EditorHeader = ({ definition, record, current, onDeleted }: EditorHeaderProps) => {
  const t = useT();
  const { moment } = useFormats();
  const { several } = useLabels(definition.name);
  const mayChange = useMayChange(definition, current);
  const name = definition.represent(record);
  const { updated_by } = record;
  const when = moment(record.updated_at);
  const shown = Object.entries(definition.collection.fields).filter(
    ([key, field]) => facts.has(field.kind) && record[key] !== null,
  );
  return (
    <header className={styles['header']}>
      <IconButton component={Link} to={listAddress(definition.name)} aria-label={t('shell.backTo', { name: several })}>
        <ArrowBackIcon fontSize="small" />
      </IconButton>
      <Tile name={name} picture={pictureOf(definition.collection, current)} large />
      <div className={styles['identity']}>
        <Heading>{name}</Heading>
        <p>
          {shown.map(([key, field]) => (
            <span key={key}>
              <Cell value={record[key]} field={field} />
            </span>
          ))}
          <span>
            {updated_by ? t('editing.changedBy', { when, name: updated_by.name }) : t('shell.changedAt', { when })}
          </span>
        </p>
      </div>
      <Queue definition={definition} baseline={record} />
      <HistoryButton definition={definition} id={record.id} name={name} />
      {definition.recordActions && (
        <span className={styles['actions']}>{createElement(definition.recordActions, { record: current })}</span>
      )}
      {mayChange(null) && <DeleteButton definition={definition} record={record} onDeleted={onDeleted} />}
    </header>
  );
};
