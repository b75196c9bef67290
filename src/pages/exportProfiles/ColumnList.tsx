import { useRef, useState } from 'react';
import type { ExportColumn, ExportField } from '#contract/exportProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { SortableList } from '#resources/order/SortableList.tsx';
import { Button } from '#ui/Button.tsx';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import { useLostFocus } from '../jobs/useLostFocus.ts';
import profile from '../profiles/Profile.module.css';
import { ColumnInputs } from './ColumnInputs.tsx';
import { createColumn } from './createEmptyProfile.ts';
import styles from './ExportProfiles.module.css';

export interface ColumnListProps {
  columns: readonly ExportColumn[];
  fields: readonly ExportField[];
  errorAt: (path: string) => string | null;
  onChange: (columns: ExportColumn[]) => void;
}

/** The columns in order, each with its heading, field and format. */
export const ColumnList = ({ columns, fields, errorAt, onChange }: ColumnListProps) => {
  const t = useT();
  const heading = useLostFocus<HTMLHeadingElement>(columns.length);
  const { ids, reorder, add, remove } = useStableIds(columns, onChange);
  const indexById = new Map(ids.map((id, index) => [id, index]));
  const getColumn = (id: number) => columns[indexById.get(id) ?? -1];
  const columnsError = errorAt('columns');
  return (
    <section className={profile['block']} aria-labelledby="export-columns">
      <h3 id="export-columns" ref={heading} tabIndex={-1}>
        {t('exportProfiles.columnsTitle')}
      </h3>
      <p>{t(columns.length > 0 ? 'exportProfiles.columnsAbout' : 'exportProfiles.noColumns')}</p>
      <div className={styles['columns']}>
        <SortableList ids={ids} nameOf={id => getColumn(id)?.heading || t('exportProfiles.unnamed')} onOrder={reorder}>
          {id => {
            const index = indexById.get(id) ?? 0;
            const column = columns[index];
            return (
              column && (
                <ColumnInputs
                  column={column}
                  fields={fields}
                  errorAt={path => errorAt(`columns.${index}.${path}`)}
                  onChange={next => onChange(columns.with(index, next))}
                  onRemove={() => remove(index)}
                />
              )
            );
          }}
        </SortableList>
      </div>
      {columnsError !== null && (
        <p role="alert" className={styles['fault']}>
          {columnsError}
        </p>
      )}
      <AddColumn {...{ columns, fields }} onAdd={add} />
    </section>
  );
};

interface AddColumnProps extends Pick<ColumnListProps, 'columns' | 'fields'> {
  onAdd: (columns: readonly ExportColumn[]) => void;
}

const AddColumn = ({ columns, fields, onAdd }: AddColumnProps) => {
  const t = useT();
  const usedFields = new Set(columns.map(({ field }) => field));
  const options = [
    ...fields.filter(({ name }) => !usedFields.has(name)),
    { name: null, label: t('exportProfiles.constantColumn') },
  ];
  return (
    <div className={styles['inputs']}>
      <Combobox
        label={t('exportProfiles.add')}
        options={options}
        selectedValues={[]}
        clearOnSelect
        openOnFocus
        getOptionLabel={option => option.label}
        getOptionKey={({ name }) => name ?? ''}
        onChoose={([option]) => option && onAdd([createColumn(option.name === null ? '' : option.label, option.name)])}
      />
      {columns.length === 0 && (
        <Button
          variant="outlined"
          onClick={() => onAdd(fields.map(({ name, label }) => createColumn(label.slice(0, 100), name)))}
        >
          {t('exportProfiles.stockColumns')}
        </Button>
      )}
    </div>
  );
};

/** Ids that stay with the columns while they are edited and moved, so that their inputs keep the focus. */
const useStableIds = (columns: readonly ExportColumn[], onChange: ColumnListProps['onChange']) => {
  const nextId = useRef(0);
  const createIds = (count: number) => Array.from({ length: count }, () => (nextId.current += 1));
  const [knownIds, setIds] = useState(() => createIds(columns.length));
  // The columns were replaced as a whole, for example by a restored draft.
  const ids = knownIds.length === columns.length ? knownIds : createIds(columns.length);
  if (ids !== knownIds) setIds(ids);
  return {
    ids,
    reorder: (order: number[]) => {
      const columnById = new Map(ids.map((id, index) => [id, columns[index]]));
      setIds(order);
      onChange(order.flatMap(id => columnById.get(id) ?? []));
    },
    add: (added: readonly ExportColumn[]) => {
      setIds([...ids, ...createIds(added.length)]);
      onChange([...columns, ...added]);
    },
    remove: (index: number) => {
      setIds(ids.toSpliced(index, 1));
      onChange(columns.toSpliced(index, 1));
    },
  };
};
