import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import { createElement } from 'react';
import { Link } from 'react-router-dom';
import { getPicture } from '#contract/images.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from '#ui/Button.tsx';
import { Heading } from '#ui/Heading.tsx';
import { Thumbnail } from '#ui/Thumbnail.tsx';
import { HistoryButton } from '../drafts/HistoryButton.tsx';
import { useFormats } from '../engine/format.ts';
import { getListPath } from '../engine/resourcePaths.ts';
import type { Definition } from '../engine/types.ts';
import { useCanEdit } from '../engine/useCurrentUser.ts';
import { useEditorName } from '../engine/useEditorName.ts';
import { useLabels } from '../engine/useLabels.ts';
import { Cell } from '../fields/Cell.tsx';
import { getKindView } from '../fields/getKindView.ts';
import { DeleteButton } from './DeleteButton.tsx';
import styles from './Editor.module.css';
import { QueueNavigation } from './QueueNavigation.tsx';
import type { EditedRecord } from './useSave.ts';

interface EditorHeaderProps {
  definition: Definition;
  record: EditedRecord;
  /** The latest record: its picture is not part of the form, so it may change at any time. */
  current: EditedRecord;
  onDeleted: () => Promise<void>;
}

export const EditorHeader = ({ definition, record, current, onDeleted }: EditorHeaderProps) => {
  const t = useT();
  const { moment } = useFormats();
  const { several } = useLabels(definition.name);
  const nameOf = useEditorName();
  const canEdit = useCanEdit(definition, current);
  const name = definition.represent(record);
  const { updated_by } = record;
  const updatedAt = moment(record.updated_at);
  const shownFields = Object.entries(definition.collection.fields).filter(
    ([key, field]) => getKindView(field).identifies && record[key] !== null,
  );
  return (
    <header className={styles['header']}>
      <IconButton component={Link} to={getListPath(definition.name)} aria-label={t('shell.backTo', { name: several })}>
        <ArrowBackIcon fontSize="small" />
      </IconButton>
      <Thumbnail name={name} picture={getPicture(definition.collection, current)} large />
      <div className={styles['identity']}>
        <Heading>{name}</Heading>
        <p>
          {shownFields.map(([key, field]) => (
            <span key={key}>
              <Cell value={record[key]} field={field} CustomCell={definition.cells[key]} />
            </span>
          ))}
          <span>
            {updated_by
              ? t('editing.changedBy', { when: updatedAt, name: nameOf(updated_by) })
              : t('shell.changedAt', { when: updatedAt })}
          </span>
        </p>
      </div>
      <QueueNavigation definition={definition} baseline={record} />
      <HistoryButton definition={definition} id={record.id} name={name} />
      {definition.recordActions && (
        <span className={styles['actions']}>{createElement(definition.recordActions, { record: current })}</span>
      )}
      {canEdit(null) && <DeleteButton definition={definition} record={record} onDeleted={onDeleted} />}
    </header>
  );
};
