import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { noneName } from '#contract/collection.ts';
import { type PlatformTree, useCategoryTrees } from '#providers/categories.ts';
import { useT } from '#providers/i18nProvider.ts';
import { usePickerTexts } from '../kinds/usePickerTexts.ts';
import styles from './FilterBar.module.css';
import type { FilterValues } from './filterParameters.ts';

interface CategoriesFilter {
  name: string;
  values: FilterValues;
}

/** Options that are drawn at once; more of them are found by typing. */
const OFFERED = 100;
const offer = createFilterOptions<number>({ limit: OFFERED });

/** What a list is narrowed to by categories: those in some, or those without any on some platforms. */
export const CategoriesEditor = ({
  name,
  values,
  onChange,
}: CategoriesFilter & { onChange: (changes: FilterValues) => void }) => {
  const t = useT();
  const texts = usePickerTexts();
  const { trees, ids, wordsOf } = useCategoryWords();
  const key = noneName(name);
  const without = listed(values[key]).map(String);
  const toggle = (platform: string) =>
    onChange({
      [key]: without.includes(platform) ? without.filter(other => other !== platform) : [...without, platform],
    });
  return (
    <>
      <Autocomplete
        {...texts}
        multiple
        openOnFocus
        disableCloseOnSelect
        options={ids}
        filterOptions={offer}
        value={listed(values[name]).map(Number)}
        getOptionLabel={wordsOf}
        getOptionKey={id => id}
        onChange={(_, next) => onChange({ [name]: next })}
        renderInput={params => <TextField {...params} autoFocus label={t('shell.categories.anyOf')} />}
      />
      <div className={styles['choices']}>
        {trees.map(tree => (
          <label key={tree.platform}>
            <input type="checkbox" checked={without.includes(tree.platform)} onChange={() => toggle(tree.platform)} />
            {t('shell.categories.without', { platform: titleOf(tree) })}
          </label>
        ))}
      </div>
    </>
  );
};

/** The same in words. */
export const CategoryWords = ({ name, values }: CategoriesFilter) => {
  const t = useT();
  const { trees, wordsOf } = useCategoryWords();
  const without = listed(values[noneName(name)]).map(platform => {
    const tree = trees.find(one => one.platform === platform);
    return t('shell.categories.without', { platform: tree ? titleOf(tree) : String(platform) });
  });
  return [...listed(values[name]).map(id => wordsOf(Number(id))), ...without].join(', ');
};

const useCategoryWords = () => {
  const { trees, ids, pathOf } = useCategoryTrees();
  return { trees, ids, wordsOf: (id: number) => pathOf(id)?.join(' › ') ?? `№ ${id}` };
};

const titleOf = ({ projects }: PlatformTree): string => projects.map(project => project.name).join(', ');

/** A parameter that was given none, one or several times. */
const listed = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());
