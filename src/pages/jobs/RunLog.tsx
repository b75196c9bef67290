import ErrorIcon from '@mui/icons-material/ErrorOutline';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import WarningIcon from '@mui/icons-material/WarningAmber';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type MouseEvent,
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { LogItem } from '#contract/importing.ts';
import { createMatcher } from '#contract/searchText.ts';
import { MAX_LOG_LINES } from '#providers/jobs/runState.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { useMediaQuery } from '#ui/useMediaQuery.ts';
import styles from './RunLog.module.css';
import { useLogSearch } from './useLogSearch.ts';

const icons = { info: InfoIcon, warning: WarningIcon, error: ErrorIcon } as const;
const NO_LINES: readonly never[] = [];
const LINE_HEIGHT = 28;
/** The height of a line on narrow screens, where the row and column are above the text, which may take two lines. */
const TALL_LINE_HEIGHT = 62;
const OVERSCAN = 6;

type LogLine = Pick<LogItem, 'seq' | 'level'>;

interface RunLogProps<Item> {
  log: readonly Item[];
  isStill?: boolean;
  /** Gives each line its own element, so that a focused link stays in its line. */
  hasLinks?: boolean;
  /** Must be stable, because a new function restarts the search. */
  getText: (item: Item) => string;
  children: (item: Item) => ReactNode;
}

/**
 * Renders only the visible lines, since a log can have a line for each row of a table. Follows the end until the user
 * scrolls up.
 */
export const RunLog = <Item extends LogLine>({
  log,
  isStill = false,
  hasLinks = false,
  getText,
  children,
}: RunLogProps<Item>) => {
  const t = useT();
  const { number } = useFormats();
  // Deferred, so that the page appears before the lines are rendered.
  const lines = useDeferredValue(log, NO_LINES);
  const [isOnlyErrors, setOnlyErrors] = useState(false);
  const [search, setSearch] = useState('');
  const matchesLine = useMemo(() => {
    if (!isOnlyErrors && !search) return null;
    const isFound = createMatcher(search);
    return (item: Item) => (!isOnlyErrors || item.level !== 'info') && (!search || isFound(getText(item)));
  }, [isOnlyErrors, search, getText]);
  const shownLines = useLogSearch(lines, matchesLine);
  const emptyText = log.length === 0 ? t('runs.logEmpty') : matchesLine ? t('runs.logNone') : '';
  return (
    <div className={styles['log']}>
      <div className={styles['logHead']}>
        {!isStill && <h3>{t('runs.log')}</h3>}
        <SearchField label={t('runs.searchLog')} value={search} onSearch={setSearch} isInner />
        {!isStill && (
          <Checkbox
            label={t('runs.onlyFaults')}
            checked={isOnlyErrors}
            onChange={event => setOnlyErrors(event.target.checked)}
          />
        )}
      </div>
      {log.length >= MAX_LOG_LINES && (
        <p className={styles['logNote']}>{t('runs.logCut', { number: number(MAX_LOG_LINES) })}</p>
      )}
      <Lines lines={shownLines} hasLinks={hasLinks} follows={!isStill} empty={emptyText}>
        {children}
      </Lines>
    </div>
  );
};

interface LinesProps<Item> extends Pick<RunLogProps<Item>, 'children'> {
  lines: readonly Item[];
  hasLinks: boolean;
  follows: boolean;
  empty: string;
}

const Lines = <Item extends LogLine>({ lines, hasLinks, follows: isFollowing, empty, children }: LinesProps<Item>) => {
  const t = useT();
  const line = useMediaQuery('(max-width: 700px)') ? TALL_LINE_HEIGHT : LINE_HEIGHT;
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useRef(isFollowing);
  const virtual = useVirtualizer({
    count: nextPowerOfTwo(lines.length),
    getScrollElement: () => scroller.current,
    estimateSize: () => line,
    overscan: OVERSCAN,
    initialRect: { width: 800, height: 360 },
  });
  const scrollPosition = useRef({ top: 0, isAtEnd: false, line });
  // When a phone is rotated, the height of lines changes, which would scroll other lines into view.
  useLayoutEffect(() => {
    const { top, isAtEnd, line: before } = scrollPosition.current;
    const box = scroller.current;
    if (!box || before === line) return;
    // The virtualizer does not detect the new line height.
    virtual.measure();
    box.scrollTop = isAtEnd || follows.current ? box.scrollHeight : (top / before) * line;
    scrollPosition.current = { top: box.scrollTop, isAtEnd, line };
  }, [line, virtual]);
  useEffect(() => {
    if (follows.current && lines.length > 0) virtual.scrollToIndex(lines.length - 1, { align: 'end' });
  }, [lines.length, virtual]);
  const virtualRows = virtual.getVirtualItems();
  // Lines that scroll into view reuse the elements of those that scrolled out, because changing text is cheaper than
  // creating elements.
  const turn = nextPowerOfTwo(virtualRows.length);
  const { opened, openByPress } = useOpenedLine();
  const watchEnd = () => {
    const box = scroller.current;
    if (!box) return;
    // Only users scroll up. A large distance to the end alone may also mean that many lines have arrived at once.
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < line;
    follows.current = isFollowing && (isAtEnd || (follows.current && box.scrollTop >= scrollPosition.current.top));
    scrollPosition.current = { top: box.scrollTop, isAtEnd, line };
  };
  return (
    // Focusable, so that the keyboard can scroll it.
    <div
      className={styles['logLines']}
      ref={scroller}
      onScroll={watchEnd}
      role="log"
      aria-label={t('runs.log')}
      aria-live="off"
      tabIndex={0}
    >
      {lines.length === 0 && empty && <p className={styles['logNote']}>{empty}</p>}
      <div style={{ height: lines.length * line, position: 'relative' }} onClick={openByPress}>
        {virtualRows.map(({ index, start }) => {
          const item = lines[index];
          if (!item) return null;
          return (
            <LogRow key={hasLinks ? item.seq : index % turn} {...item} top={start} isOpen={item.seq === opened}>
              {children(item)}
            </LogRow>
          );
        })}
      </div>
    </div>
  );
};

const useOpenedLine = () => {
  const [openedSeq, setOpenedSeq] = useState<number | null>(null);
  const openByPress = ({ target }: MouseEvent) => {
    const seq = Number((target as Element).closest<HTMLElement>('[data-seq]')?.dataset['seq']);
    if (seq && !document.getSelection()?.toString()) setOpenedSeq(seq === openedSeq ? null : seq);
  };
  return { opened: openedSeq, openByPress };
};

/** The next power of two, because the virtualizer recomputes all positions whenever the count changes. */
const nextPowerOfTwo = (lines: number): number => 2 ** Math.ceil(Math.log2(Math.max(lines, 1)));

interface LogRowProps extends LogLine {
  top: number;
  isOpen: boolean;
  children: ReactNode;
}

const LogRow = ({ seq, level, top, isOpen, children }: LogRowProps) => (
  <div
    className={styles['line']}
    data-seq={seq}
    data-level={level}
    data-open={isOpen || undefined}
    style={{ transform: `translateY(${top}px)` }}
  >
    <LevelIcon level={level} />
    {children}
  </div>
);

const LevelIcon = memo(({ level }: Pick<LogLine, 'level'>) => {
  const t = useT();
  const Icon = icons[level];
  return <Icon titleAccess={t(`runs.level.${level}`)} />;
});
