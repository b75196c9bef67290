import FilterListIcon from '@mui/icons-material/FilterList';
import { useState } from 'react';
import { filterFields } from '#contract/filters.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import type { FilterValues } from '../fields/view.ts';
import styles from './FilterBar.module.css';
import { FilterPopover } from './FilterPopover.tsx';
import { FilterSentence } from './FilterSentence.tsx';
import { filterParameters } from './filterParameters.ts';
import { QuickFilters } from './QuickFilters.tsx';
import { useFilters } from './useListAddress.ts';

/** Search, active filters as chips, and ways to add and clear filters. */
export const FilterBar = ({ definition }: { definition: Definition }) => {
  const t = useT();
  const { values, apply, type, reset, flush } = useFilters();
  const [editing, setEditing] = useState<{ name: string; anchor: HTMLElement } | null>(null);
  const inForce = definition.filters.filter(name => isSet(definition, name, values));
  const drop = (name: string) => apply(Object.fromEntries(parametersOf(definition, name).map(key => [key, undefined])));

  return (
    <search className={styles['filters']} onBlur={flush}>
      <SearchField value={String(values['search'] ?? '')} onSearch={search => type({ search })} />
      {inForce.map(name => (
        <FilterChip
          key={name}
          {...{ definition, name, values }}
          onEdit={anchor => setEditing({ name, anchor })}
          onDrop={() => drop(name)}
        />
      ))}
      <AddFilter
        definition={definition}
        names={definition.filters.filter(name => !inForce.includes(name))}
        onAdd={(name, anchor) => setEditing({ name, anchor })}
      />
      <QuickFilters
        quickFilters={definition.quickFilters.filter(({ without }) => !inForce.includes(without))}
        onApply={apply}
      />
      {(inForce.length > 0 || Boolean(values['search'])) && <Button onClick={reset}>{t('shell.resetFilters')}</Button>}
      {editing && (
        <FilterPopover
          definition={definition}
          name={editing.name}
          anchor={editing.anchor}
          values={values}
          onChange={type}
          onClose={() => setEditing(null)}
        />
      )}
    </search>
  );
};

interface FilterChipProps {
  definition: Definition;
  name: string;
  values: FilterValues;
  onEdit: (anchor: HTMLElement) => void;
  onDrop: () => void;
}

const FilterChip = ({ definition, name, values, onEdit, onDrop }: FilterChipProps) => {
  const t = useT();
  const label = useLabels(definition.name).field(name);
  return (
    <Chip
      label={label}
      isTall
      opensDialog
      remove={t('shell.dropFilter', { name: label })}
      onClick={event => onEdit(event.currentTarget)}
      onDelete={onDrop}
    >
      <span className={styles['what']}>{label}:</span>{' '}
      <FilterSentence definition={definition} name={name} values={values} />
    </Chip>
  );
};

interface AddFilterProps {
  definition: Definition;
  names: readonly string[];
  onAdd: (name: string, anchor: HTMLElement) => void;
}

const AddFilter = ({ definition, names, onAdd }: AddFilterProps) => {
  const t = useT();
  const labels = useLabels(definition.name);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (names.length === 0) return null;
  const add = (name: string) => {
    if (anchor) onAdd(name, anchor);
    setAnchor(null);
  };
  return (
    <>
      <Button
        startIcon={<FilterListIcon fontSize="small" />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {t('shell.filter')}
      </Button>
      <Menu anchor={anchor} onClose={() => setAnchor(null)}>
        {names.map(name => (
          <MenuItem key={name} onClick={() => add(name)}>
            {labels.field(name)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};

const parametersOf = (definition: Definition, name: string): readonly string[] => {
  const field = filterFields(definition.collection.fields)[name];
  return field ? filterParameters(name, field) : [];
};

const isSet = (definition: Definition, name: string, values: FilterValues): boolean =>
  parametersOf(definition, name).some(key => values[key] !== undefined && values[key] !== '');
