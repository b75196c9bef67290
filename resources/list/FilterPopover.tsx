import { filterFields } from '#contract/filters.ts';
import { Popover } from '#ui/Popover.tsx';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import type { FilterValues } from '../fields/view.ts';
import styles from './FilterBar.module.css';
import { FilterEditor } from './FilterEditor.tsx';

interface FilterPopoverProps {
  definition: Definition;
  name: string;
  anchor: HTMLElement;
  values: FilterValues;
  onChange: (changes: FilterValues) => void;
  onClose: () => void;
}

export const FilterPopover = ({ definition, name, anchor, values, onChange, onClose }: FilterPopoverProps) => {
  const { field: labelOf } = useLabels(definition.name);
  const field = filterFields(definition.collection.fields)[name];
  if (!field) return null;
  return (
    <Popover label={labelOf(name)} anchor={anchor} onClose={onClose} isInstant>
      <div className={styles['editor']}>
        <h2>{labelOf(name)}</h2>
        <FilterEditor field={field} name={name} values={values} onChange={onChange} />
      </div>
    </Popover>
  );
};
