import Popover from '@mui/material/Popover';
import { filterFields } from '#contract/collection.ts';
import type { Definition } from '../types.ts';
import { useLabels } from '../useLabels.ts';
import styles from './FilterBar.module.css';
import { FilterEditor } from './FilterEditor.tsx';
import type { FilterValues } from './filterParameters.ts';

interface FilterPopoverProps {
  definition: Definition;
  name: string;
  anchor: HTMLElement;
  values: FilterValues;
  onChange: (changes: FilterValues) => void;
  onClose: () => void;
}

/** The editor of one filter; each change acts on the list at once. */
export const FilterPopover = ({ definition, name, anchor, values, onChange, onClose }: FilterPopoverProps) => {
  const { field: labelOf } = useLabels(definition.name);
  const field = filterFields(definition.collection.fields)[name];
  if (!field) return null;
  return (
    <Popover
      open
      anchorEl={anchor.isConnected ? anchor : document.body}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      onClose={onClose}
      // What opens inside takes its place at once: from a field that still grows it would cover it.
      transitionDuration={0}
      slotProps={{ paper: { role: 'dialog', 'aria-label': labelOf(name), sx: { mt: 1 } } }}
    >
      <div className={styles['editor']}>
        <h2>{labelOf(name)}</h2>
        <FilterEditor field={field} name={name} values={values} onChange={onChange} />
      </div>
    </Popover>
  );
};
