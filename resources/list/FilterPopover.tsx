import SearchIcon from '@mui/icons-material/Search';
import { pickFilterFields } from '#contract/filters.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useLocale } from '#providers/locale/LocaleSwitch.tsx';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import { Popover } from '#ui/Popover.tsx';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import type { FilterValues } from '../fields/view.ts';
import styles from './FilterBar.module.css';
import { FilterEditor } from './FilterEditor.tsx';

interface FilterPopoverProps {
  definition: Definition;
  name: string | null;
  names: readonly string[];
  anchor: HTMLElement;
  values: FilterValues;
  onNameChange: (name: string) => void;
  onChange: (changes: FilterValues) => void;
  onClose: () => void;
}

/** Users choose and edit a filter in the same panel, so that nothing moves between the two steps. */
export const FilterPopover = ({
  definition,
  name,
  names,
  anchor,
  onNameChange,
  onClose,
  ...editorProps
}: FilterPopoverProps) => {
  const t = useT();
  const { field: getLabel } = useLabels(definition.name);
  const field = pickFilterFields(definition.collection.fields)[name ?? ''];
  const title = field && name ? getLabel(name) : t('shell.filter');
  return (
    <Popover label={title} anchor={anchor} onClose={onClose} isInstant>
      {/* Disabled, because the list is always open: its handling of Escape would only keep the popover open. */}
      <div
        className={styles['editor']}
        onKeyDownCapture={({ key }) => {
          if (!name && key === 'Escape') onClose();
        }}
      >
        <h2>{title}</h2>
        {field && name ? (
          <FilterEditor field={field} name={name} {...editorProps} />
        ) : (
          <FilterChoice names={names} getLabel={getLabel} onNameChange={onNameChange} />
        )}
      </div>
    </Popover>
  );
};

interface FilterChoiceProps extends Pick<FilterPopoverProps, 'names' | 'onNameChange'> {
  getLabel: (name: string) => string;
}

const FilterChoice = ({ names, getLabel, onNameChange }: FilterChoiceProps) => {
  const t = useT();
  const order = new Intl.Collator(useLocale());
  return (
    <Combobox
      label={t('shell.findFilter')}
      isLabelHidden
      start={<SearchIcon />}
      autoFocus
      isAlwaysOpen
      options={names.toSorted((a, b) => order.compare(getLabel(a), getLabel(b)))}
      selectedValues={[]}
      getOptionLabel={getLabel}
      getOptionKey={name => name}
      onChoose={([name]) => name && onNameChange(name)}
    />
  );
};
