import ExpandIcon from '@mui/icons-material/ExpandMore';
import TrendingDownIcon from '@mui/icons-material/TrendingDownOutlined';
import TrendingUpIcon from '@mui/icons-material/TrendingUpOutlined';
import { useId } from 'react';
import type { Batch } from '#contract/batches.ts';
import { useHistorySettings } from '#providers/cache/historySettings.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { resources } from '#resources/all.ts';
import { useBatchName } from '#resources/drafts/useBatchName.ts';
import { useFormats } from '#resources/engine/format.ts';
import { useEditorName } from '#resources/engine/useEditorName.ts';
import { UndoButton } from '#resources/undo/UndoButton.tsx';
import { UndoneLink } from '#resources/undo/UndoneLink.tsx';
import { Pressable } from '#ui/Button.tsx';
import { Thumbnail } from '#ui/Thumbnail.tsx';
import { ChangeList } from './ChangeList.tsx';
import styles from './History.module.css';

interface BatchRowProps {
  batch: Batch;
  isOpen: boolean;
  onToggle: () => void;
}

export const BatchRow = ({ batch, isOpen, onToggle }: BatchRowProps) => {
  const t = useT();
  const id = useId();
  const { number, time } = useFormats();
  const nameOf = useEditorName();
  const { entities, user, acted_by, at, subject, is_published, undone } = batch;
  const definition = resources.find(resource => resource.name === entities[0]?.entity)?.definition ?? null;
  const name = useBatchName(batch, definition);
  const sumOf = (key: 'records' | 'changes') => entities.reduce((sum, entity) => sum + entity[key], 0);
  const [records, values] = [sumOf('records'), sumOf('changes')];
  return (
    <article className={styles['batch']} data-open={isOpen || undefined}>
      <Pressable className={styles['batchHead']} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
        <ExpandIcon className={styles['expand'] ?? ''} />
        <time dateTime={at}>{time(at)}</time>
        {subject ? <Thumbnail name={subject.name} picture={subject.picture} /> : <span />}
        <b>{name}</b>
        <span className={styles['author']}>{nameOf({ name: user.name, acted_by: acted_by ?? undefined })}</span>
        <span className={styles['counts']}>
          <PriceMarks batch={batch} />
          {undone && <span className={styles['undone']}>{t('batches.undone')}</span>}
          {!is_published && <em>{t('drafts.notPublished')}</em>}
          {records > 1 && <span>{t('batches.records', { smart_count: records, number: number(records) })}</span>}
          <span>{t('batches.values', { smart_count: values, number: number(values) })}</span>
        </span>
      </Pressable>
      <div id={id}>
        {isOpen && (
          <>
            <p className={styles['batchActions']}>
              {undone && <UndoneLink undone={undone} />}
              {/* What was left as it is can still be taken back. */}
              <UndoButton batchId={batch.id} name={name} />
            </p>
            <ChangeList source={{ kind: 'batch', id: batch.id }} name={name} />
          </>
        )}
      </div>
    </article>
  );
};

/** How far prices rose or fell, if that is beyond the limit. */
const PriceMarks = ({ batch: { entities } }: { batch: Batch }) => {
  const t = useT();
  const { number } = useFormats();
  const { data: settings } = useHistorySettings();
  const prices = entities.flatMap(entity => entity.prices ?? []);
  if (!settings || prices.length === 0) return null;
  const limit = settings.price_percent;
  const highest = Math.max(...prices.map(range => range.highest));
  const lowest = Math.min(...prices.map(range => range.lowest));
  return (
    <>
      {highest > limit && (
        <span className={styles['priceMark']}>
          <TrendingUpIcon />
          {t('batches.priceRise', { percent: number(highest, 0) })}
        </span>
      )}
      {lowest < -limit && (
        <span className={styles['priceMark']}>
          <TrendingDownIcon />
          {t('batches.priceFall', { percent: number(-lowest, 0) })}
        </span>
      )}
    </>
  );
};
