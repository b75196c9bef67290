import { useListContext } from 'react-admin';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Select } from '#ui/Select.tsx';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';

const sortOrders = ['ASC', 'DESC'] as const;

/** Replaces the column headers, which cards do not have. */
export const SortChoice = ({ definition }: { definition: Definition }) => {
  const t = useT();
  const { field: getLabel } = useLabels(definition.name);
  const { sort, setSort } = useListContext();
  const sortOptions = definition.collection.sort.flatMap(field =>
    sortOrders.map(order => ({ field, order, name: t(`listing.sort.${order}`, { field: getLabel(field) }) })),
  );
  const getSortKey = ({ field, order }: { field: string; order: string }) => `${field} ${order}`;
  return (
    <Select
      label={t('listing.sort.title')}
      value={getSortKey(sort)}
      choices={sortOptions.map(sortOption => [getSortKey(sortOption), sortOption.name] as const)}
      onChange={({ target }) => {
        const selectedOption = sortOptions.find(sortOption => getSortKey(sortOption) === target.value);
        if (selectedOption) setSort(selectedOption);
      }}
    />
  );
};
