import { useInput } from 'react-admin';
import { useCategoryTrees } from '#providers/cache/categories.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { ReadError } from '#ui/ReadError.tsx';
import { formatPlatformTitle } from '../list/CategoryNames.tsx';
import styles from './CategoriesInput.module.css';
import { CategoryTree } from './CategoryTree.tsx';
import type { KindInputProps } from './view.ts';

export const CategoriesInput = ({ name, label, field: { platform } }: KindInputProps<'categories'>) => {
  const t = useT();
  const { trees, isLoading, error, reload } = useCategoryTrees();
  const input = useInput({ source: name });
  const selectedIds: number[] = input.field.value || [];
  const errorText = input.fieldState.error?.message;
  if (error && trees.length === 0) return <ReadError error={error} onRetry={reload} />;
  if (isLoading) return <div className={styles['loading']} role="progressbar" aria-label={t('shell.loading')} />;
  if (trees.length === 0) return <p>{t('shell.noProjects')}</p>;
  const toggle = (id: number) => {
    const next = selectedIds.includes(id) ? selectedIds.filter(other => other !== id) : [...selectedIds, id];
    input.field.onChange(next.toSorted((a, b) => a - b));
  };
  return (
    <div className={styles['platforms']}>
      {trees
        .filter(tree => platform === undefined || tree.platform === platform)
        .map(tree => (
          <CategoryTree
            key={tree.platform}
            {...{ tree, selectedIds }}
            label={platform === undefined ? formatPlatformTitle(tree) : label}
            onToggle={toggle}
          />
        ))}
      {errorText && <p className={styles['fault']}>{errorText}</p>}
    </div>
  );
};
