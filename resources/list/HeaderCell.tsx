import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import { useListContext } from 'react-admin';
import { Pressable } from '#ui/Button.tsx';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import { getKindView } from '../fields/getKindView.ts';

export const HeaderCell = ({ definition, column }: { definition: Definition; column: string }) => {
  const { field: getLabel } = useLabels(definition.name);
  const { sort, setSort } = useListContext();
  const { fields, sort: sortable } = definition.collection;
  const field = fields[column];
  const numeric = (field && getKindView(field).isNumeric) || undefined;
  const isSorted = sort.field === column;
  const isAscending = sort.order === 'ASC';
  if (!(sortable as readonly string[]).includes(column))
    return (
      <th scope="col" data-numeric={numeric}>
        {getLabel(column)}
      </th>
    );
  return (
    <th
      scope="col"
      data-numeric={numeric}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
    >
      <Pressable onClick={() => setSort({ field: column, order: isSorted && isAscending ? 'DESC' : 'ASC' })}>
        {getLabel(column)}
        {isSorted && (isAscending ? <ArrowUpwardIcon /> : <ArrowDownwardIcon />)}
      </Pressable>
    </th>
  );
};
