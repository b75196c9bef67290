import { type MouseEvent, useSyncExternalStore } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { CheckboxInput } from '#ui/Checkbox.tsx';
import { type Selection, useIsSelected, useSelection } from './selection.ts';

type SelectableRows = readonly { id: number }[];

/** A row's checkbox, labelled by the record's name. The table handles clicks, so that rows need no listeners. */
export const SelectCell = ({ id, labelledBy }: { id: number; labelledBy: string }) => (
  <td data-pick data-id={id}>
    <CheckboxInput readOnly checked={useIsSelected(id)} aria-labelledby={labelledBy} />
  </td>
);

export const SelectPageCell = ({ rows }: { rows: SelectableRows }) => {
  const t = useT();
  const selection = useSelection();
  const ticked = useSyncExternalStore(selection.subscribe, () => rows.filter(({ id }) => selection.has(id)).length);
  const isAll = rows.length > 0 && ticked === rows.length;
  return (
    <td data-pick>
      <CheckboxInput
        checked={isAll}
        isPartial={ticked > 0 && !isAll}
        aria-label={t('listing.pickPage')}
        onChange={() =>
          selection.set(
            rows.map(({ id }) => id),
            !isAll,
          )
        }
      />
    </td>
  );
};

/**
 * Toggles a row when the user clicks its checkbox or the cell around it, which is a larger target than the checkbox
 * alone.
 */
export const selectOnClick = (event: MouseEvent<HTMLElement>, selection: Selection, rows: SelectableRows): void => {
  const cell = event.target instanceof Element ? event.target.closest('tbody [data-pick]') : null;
  const id = cell?.closest<HTMLElement>('[data-id]')?.dataset['id'];
  if (id) selection.pick(rows, Number(id), event.shiftKey);
};
