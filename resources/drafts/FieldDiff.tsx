import DoneIcon from '@mui/icons-material/CheckOutlined';
import { type FieldChanges, isDraftEntity, relationFields } from '#contract/drafts.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '../engine/format.ts';
import type { Definition } from '../engine/types.ts';
import styles from './Drafts.module.css';
import { ImageDiff } from './ImageDiff.tsx';
import { findField, useFieldName } from './names.ts';
import { PairDiff } from './PairDiff.tsx';
import { RevertButton } from './RevertButton.tsx';
import { ValueDiff } from './ValueDiff.tsx';

export interface ChangeRef {
  /** Null where nothing is reverted by draft. */
  draft: number | null;
  entity: string;
  record_id: number;
  name: string;
}

interface FieldDiffProps {
  changeRef: ChangeRef;
  definition: Definition | null;
  fieldChanges: FieldChanges;
  /** Shows the actor of each change, because not all changes have the same one. */
  namesActors: boolean;
}

export const FieldDiff = ({ changeRef, definition, fieldChanges, namesActors }: FieldDiffProps) => {
  const t = useT();
  const { number } = useFormats();
  const { field: name, changes, total } = fieldChanges;
  const { draft, entity } = changeRef;
  const label = useFieldName(changeRef.entity, definition)(name);
  const field = findField(definition, name);
  if (name === '') return <RecordChange fieldChanges={fieldChanges} />;
  return (
    <div className={styles['field']} data-pictures={name === relationFields.images || undefined}>
      <dt>{label}</dt>
      <dd>
        {changes.map(change => (
          <div key={change.item} className={styles['change']}>
            {change.item === '' && (
              <ValueDiff
                {...{ field, change }}
                CustomCell={definition?.cells[name]}
                entity={changeRef.entity}
                name={name}
              />
            )}
            {change.item !== '' && name === relationFields.images && <ImageDiff change={change} />}
            {change.item !== '' && name !== relationFields.images && <PairDiff change={change} />}
            {namesActors && change.acted_by && (
              <p className={styles['muted']}>{t('drafts.actor', { name: change.acted_by.name })}</p>
            )}
            {change.is_reverted && (
              <p className={styles['reverted']}>
                <DoneIcon fontSize="small" />
                {t('drafts.isReverted')}
              </p>
            )}
            {change.may_revert && draft !== null && isDraftEntity(entity) && (
              <RevertButton {...{ changeRef, draft, entity, field, change, label }} fieldName={name} />
            )}
          </div>
        ))}
        {total > changes.length && (
          <p className={styles['muted']}>{t('drafts.moreItems', { number: number(total - changes.length) })}</p>
        )}
      </dd>
    </div>
  );
};

const RecordChange = ({ fieldChanges: { changes } }: { fieldChanges: FieldChanges }) => {
  const t = useT();
  const isCreation = changes[0]?.before === null;
  return (
    <div className={styles['whole']} data-made={isCreation || undefined}>
      {t(isCreation ? 'drafts.created' : 'drafts.removed')}
    </div>
  );
};
