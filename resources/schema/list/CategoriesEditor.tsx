import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { noneName } from '#contract/collection.ts';
import { useT } from '#providers/i18nProvider.ts';
import { usePickerTexts } from '../kinds/usePickerTexts.ts';
import { type CategoriesFilter, listed, titleOf, useCategoryWords } from './CategoryWords.tsx';
import styles from './FilterBar.module.css';
import type { FilterValues } from './filterParameters.ts';

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
