import ErrorIcon from '@mui/icons-material/ErrorOutline';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import WarningIcon from '@mui/icons-material/WarningAmber';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { LogItem } from '#contract/importing.ts';
import { useT } from '#providers/i18nProvider.ts';
import styles from './Import.module.css';

const icons = { info: InfoIcon, warning: WarningIcon, error: ErrorIcon } as const;
const LINE = 28;

/** The log of a run: only the lines in sight are drawn; it follows its end until the person scrolls away. */
export const ImportLog = ({ log }: { log: readonly LogItem[] }) => {
  const t = useT();
  const lines = useDeferredValue(log);
  const [onlyFaults, setOnlyFaults] = useState(false);
  const shown = useMemo(
    () => (onlyFaults ? lines.filter(({ level }) => level !== 'info') : lines),
    [lines, onlyFaults],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 12,
    initialRect: { width: 800, height: 360 },
  });
  useEffect(() => {
    if (follows.current && shown.length > 0) virtual.scrollToIndex(shown.length - 1, { align: 'end' });
  }, [shown.length, virtual]);
  const watchEnd = () => {
    const box = scroller.current;
    if (box) follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < LINE;
  };
  return (
    <div className={styles['log']}>
      <div className={styles['logHead']}>
        <h3>{t('importPage.log')}</h3>
        <label>
          <input type="checkbox" checked={onlyFaults} onChange={event => setOnlyFaults(event.target.checked)} />
          {t('importPage.onlyFaults')}
        </label>
      </div>
      {/* The log is a scrolling region: the keyboard has to reach it. */}
      <div
        className={styles['logLines']}
        ref={scroller}
        onScroll={watchEnd}
        role="log"
        aria-label={t('importPage.log')}
        aria-live="off"
        tabIndex={0}
      >
        {shown.length === 0 && <p className={styles['logEmpty']}>{t('importPage.logEmpty')}</p>}
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const item = shown[index];
            return item ? <Line key={item.seq} item={item} top={start} /> : null;
          })}
        </div>
      </div>
    </div>
  );
};

const Line = ({ item, top }: { item: LogItem; top: number }) => {
  const t = useT();
  const Icon = icons[item.level];
  const place = [item.row && t('importPage.row', { row: item.row }), item.column].filter(Boolean).join(', ');
  return (
    <div className={styles['line']} data-level={item.level} style={{ transform: `translateY(${top}px)` }}>
      <Icon titleAccess={t(`importPage.level.${item.level}`)} />
      {place && <span className={styles['place']}>{place}</span>}
      <span title={item.text}>
        {item.value !== undefined && <q>{item.value}</q>}
        {item.text}
      </span>
    </div>
  );
};
