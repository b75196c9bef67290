import TuneIcon from '@mui/icons-material/ViewColumnOutlined';
import { useState } from 'react';
import { useStore } from 'react-admin';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Popover } from '#ui/Popover.tsx';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import { DragHandle } from '../order/DragHandle.tsx';
import { SortChoice } from './SortChoice.tsx';
import type { useColumns } from './useColumns.ts';
import { useIsCardLayout } from './useIsCardLayout.ts';
import styles from './ViewMenu.module.css';

interface ViewMenuProps {
  definition: Definition;
  view: ReturnType<typeof useColumns>;
}

export const ViewMenu = ({ definition, view }: ViewMenuProps) => {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isCards = useIsCardLayout();
  return (
    <>
      <Button
        isIconOnPhone
        startIcon={<TuneIcon fontSize="small" />}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {t('listing.view.title')}
      </Button>
      <Popover label={t('listing.view.title')} anchor={anchor} onClose={() => setAnchor(null)} align="end">
        <div className={styles['view']}>
          <h2>{t('listing.view.title')}</h2>
          {isCards && <SortChoice definition={definition} />}
          <DensityChoice />
          <ColumnChoice definition={definition} view={view} />
        </div>
      </Popover>
    </>
  );
};

const densities = ['comfortable', 'dense'] as const;

const DensityChoice = () => {
  const t = useT();
  const [density, setDensity] = useStore<(typeof densities)[number]>('preferences.density', 'comfortable');
  return (
    <fieldset className={styles['density']}>
      <legend>{t('shell.density.title')}</legend>
      {densities.map(densityOption => (
        <Checkbox
          key={densityOption}
          type="radio"
          name="density"
          label={t(`shell.density.${densityOption}`)}
          checked={density === densityOption}
          onChange={() => setDensity(densityOption)}
        />
      ))}
    </fieldset>
  );
};

/**
 * Every column except the first, with visible columns on top. The order stays the same while the menu is open, so that
 * ticking a column does not move it.
 */
const ColumnChoice = ({ definition, view: { columns, others, showColumns, reset } }: ViewMenuProps) => {
  const t = useT();
  const { field } = useLabels(definition.name);
  const all = [...columns.slice(1), ...others];
  const [columnOrder, setColumnOrder] = useState<readonly string[]>(all);
  // Attributes may be added or removed while the menu is open.
  const order = [
    ...columnOrder.filter(column => all.includes(column)),
    ...all.filter(column => !columnOrder.includes(column)),
  ];
  const [announcement, setAnnouncement] = useState('');
  const isShown = (column: string) => columns.includes(column);
  const moveTo = (column: string, targetIndex: number) => {
    const position = Math.max(0, Math.min(targetIndex, order.length - 1));
    const next = order.filter(other => other !== column).toSpliced(position, 0, column);
    setColumnOrder(next);
    showColumns(next.filter(isShown));
    setAnnouncement(t('ordering.moved', { name: field(column), place: position + 1, all: order.length }));
  };
  const toggle = (column: string) => showColumns(order.filter(other => isShown(other) !== (other === column)));
  const restore = () => {
    reset();
    const { columns: defaultColumns, optionalColumns } = definition;
    setColumnOrder([...defaultColumns.slice(1), ...optionalColumns]);
  };
  return (
    <>
      <fieldset className={styles['columns']}>
        <legend>{t('listing.view.columns')}</legend>
        <ol>
          {order.map((column, index) => (
            <li key={column}>
              <Checkbox label={field(column)} checked={isShown(column)} onChange={() => toggle(column)} />
              <DragHandle name={field(column)} index={index} onMove={targetIndex => moveTo(column, targetIndex)} />
            </li>
          ))}
        </ol>
        <span className="visually-hidden" role="status">
          {announcement}
        </span>
      </fieldset>
      <Button onClick={restore}>{t('listing.view.reset')}</Button>
    </>
  );
};
