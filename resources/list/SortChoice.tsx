import { useListContext } from 'react-admin';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Select } from '#ui/Select.tsx';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';

const sortOrders = ['ASC', 'DESC'] as const;

/** Replaces the column headers, which cards do not have. */
export const SortChoice = ({ definition }: { definition: Definition }) => {
  const t = useT();
  const { field: labelOf } = useLabels(definition.name);
  const { sort, setSort } = useListContext();
  const choices = definition.collection.sort.flatMap(field =>
    sortOrders.map(order => ({ field, order, name: t(`listing.sort.${order}`, { field: labelOf(field) }) })),
  );
  const keyOf = ({ field, order }: { field: string; order: string }) => `${field} ${order}`;
  return (
    <Select
      label={t('listing.sort.title')}
      value={keyOf(sort)}
      choices={choices.map(choice => [keyOf(choice), choice.name] as const)}
      onChange={({ target }) => {
        const chosen = choices.find(choice => keyOf(choice) === target.value);
        if (chosen) setSort(chosen);
      }}
    />
  );
};
