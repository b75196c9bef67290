import { getNoneParameterName } from '#contract/filters.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import styles from '../fields/Filter.module.css';
import type { FilterValues } from '../fields/view.ts';
import { type CategoriesFilter, formatPlatformTitle, toArray, useCategoryNames } from './CategoryNames.tsx';

export const CategoriesEditor = ({
  name,
  values,
  onChange,
}: CategoriesFilter & { onChange: (changes: FilterValues) => void }) => {
  const t = useT();
  const { trees, ids, wordsOf } = useCategoryNames();
  const key = getNoneParameterName(name);
  const platforms = toArray(values[key]).map(String);
  const toggle = (platform: string) =>
    onChange({
      [key]: platforms.includes(platform) ? platforms.filter(other => other !== platform) : [...platforms, platform],
    });
  return (
    <>
      <Combobox
        label={t('shell.categories.anyOf')}
        multiple
        autoFocus
        openOnFocus
        options={ids}
        selectedValues={toArray(values[name]).map(Number)}
        getOptionLabel={wordsOf}
        getOptionKey={id => id}
        onChoose={next => onChange({ [name]: next })}
      />
      <div className={styles['choices']}>
        {trees.map(tree => (
          <Checkbox
            key={tree.platform}
            label={t('shell.categories.without', { platform: formatPlatformTitle(tree) })}
            checked={platforms.includes(tree.platform)}
            onChange={() => toggle(tree.platform)}
          />
        ))}
      </div>
    </>
  );
};
