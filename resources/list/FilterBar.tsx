import FilterListIcon from '@mui/icons-material/FilterList';
import FilterListOffIcon from '@mui/icons-material/FilterListOff';
import { useState } from 'react';
import { pickFilterFields } from '#contract/filters.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import type { FilterValues } from '../fields/view.ts';
import styles from './FilterBar.module.css';
import { FilterPopover } from './FilterPopover.tsx';
import { FilterSentence } from './FilterSentence.tsx';
import { listFilterParameters } from './listFilterParameters.ts';
import { QuickFilters } from './QuickFilters.tsx';
import { useFilters } from './useListUrl.ts';

/**
 * Search, filter menu and active filters. The chips for active filters go last, so that adding a chip does not move the
 * other controls.
 */
export const FilterBar = ({ definition }: { definition: Definition }) => {
  const t = useT();
  const { values, apply, type, flush } = useFilters();
  const [editedFilter, setEditedFilter] = useState<{ name: string | null; anchor: HTMLElement } | null>(null);
  const activeFilters = definition.filters.filter(name => isFilterSet(definition, name, values));
  const names = definition.filters.filter(name => !activeFilters.includes(name));
  const drop = (name: string) =>
    apply(Object.fromEntries(listParameters(definition, name).map(key => [key, undefined])));

  return (
    <search className={styles['filters']} onBlur={flush}>
      <SearchField value={String(values['search'] ?? '')} onSearch={search => type({ search })} />
      {names.length > 0 && (
        <Button
          isIconOnPhone
          startIcon={<FilterListIcon fontSize="small" />}
          aria-haspopup="dialog"
          aria-expanded={editedFilter?.name === null}
          onClick={event => setEditedFilter({ name: null, anchor: event.currentTarget })}
        >
          {t('shell.filter')}
        </Button>
      )}
      <div className={styles['chips']}>
        <QuickFilters
          quickFilters={definition.quickFilters.filter(({ excludedValue }) => !activeFilters.includes(excludedValue))}
          onApply={apply}
        />
        {activeFilters.map(name => (
          <FilterChip
            key={name}
            {...{ definition, name, values }}
            onEdit={anchor => setEditedFilter({ name, anchor })}
            onDrop={() => drop(name)}
          />
        ))}
      </div>
      {editedFilter && (
        <FilterPopover
          {...{ definition, ...editedFilter, names, values }}
          onNameChange={name => setEditedFilter({ ...editedFilter, name })}
          onChange={type}
          onClose={() => setEditedFilter(null)}
        />
      )}
    </search>
  );
};

/**
 * Takes up space even when there is nothing to reset, so that the layout does not jump. Stays visible after being
 * pressed by keyboard, so that focus is not lost.
 */
export const ResetFilters = () => {
  const t = useT();
  const { values, reset } = useFilters();
  const isIdle = Object.values(values).every(value => value === undefined || value === '');
  return (
    <Button
      isIconOnPhone
      startIcon={<FilterListOffIcon fontSize="small" />}
      onClick={reset}
      className={styles['reset']}
      data-idle={isIdle || undefined}
    >
      {t('shell.resetFilters')}
    </Button>
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

const listParameters = (definition: Definition, name: string): readonly string[] => {
  const field = pickFilterFields(definition.collection.fields)[name];
  return field ? listFilterParameters(name, field) : [];
};

const isFilterSet = (definition: Definition, name: string, values: FilterValues): boolean =>
  listParameters(definition, name).some(key => values[key] !== undefined && values[key] !== '');
