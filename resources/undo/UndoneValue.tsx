import { getCollection, isDeclaredResource } from '#contract/records.ts';
import { parseReferenceName } from '#contract/referenceResource.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { draftOnlyFields } from '../drafts/names.ts';
import { useLabels } from '../engine/useLabels.ts';
import { Cell } from '../fields/Cell.tsx';
import styles from './Undo.module.css';

interface UndoneChange {
  entity: string;
  field: string;
  item: string;
}

interface UndoneValueProps {
  change: UndoneChange;
  from: unknown;
  to: unknown;
}

/** A field of a record, as it is and as it would be. Pairs and images have only the name of their field. */
export const UndoneValue = ({ change, from, to }: UndoneValueProps) => {
  const { entity, field, item } = change;
  const label = useChangedFieldName(entity)(field);
  const declared = isDeclaredResource(entity) || parseReferenceName(entity) !== null;
  const shown = declared && item === '' ? getCollection(entity).fields[field] : undefined;
  return (
    <>
      {label && ` · ${label}`}
      {shown && (
        <>
          {': '}
          <span className={styles['values']}>
            <Cell value={from} field={shown} /> → <Cell value={to} field={shown} />
          </span>
        </>
      )}
    </>
  );
};

const useChangedFieldName = (entity: string): ((field: string) => string) => {
  const t = useT();
  const { field: labelOf } = useLabels(entity);
  return field => {
    if (field === '') return '';
    const draftOnly = draftOnlyFields.find(name => name === field);
    const isDeclared = entity !== 'categories' && Boolean(getCollection(entity).fields[field]);
    if (draftOnly && !isDeclared) return t(`drafts.fields.${draftOnly}`);
    // An attribute has no label here, only its code.
    return isDeclared ? labelOf(field) : field.replace(/^attributes\./, '');
  };
};
