import type { LogItem } from '#contract/importing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { RunLog } from '../jobs/RunLog.tsx';
import styles from './Import.module.css';

export const ImportLog = ({ log, isStill = false }: { log: readonly LogItem[]; isStill?: boolean }) => (
  <RunLog log={log} isStill={isStill} getText={formatLogText}>
    {item => <LogLine item={item} />}
  </RunLog>
);

const formatLogText = ({ row, column, value, text }: LogItem): string => [row, column, value, text].join(' ');

const LogLine = ({ item }: { item: LogItem }) => {
  const t = useT();
  const rowAndColumn = [item.row && t('importPage.row', { row: item.row }), item.column].filter(Boolean).join(', ');
  return (
    <>
      {rowAndColumn && <span className={styles['place']}>{rowAndColumn}</span>}
      <span title={[item.value, item.text].filter(Boolean).join(': ')}>
        {item.value !== undefined && <q className={styles['value']}>{item.value}</q>}
        {item.text}
      </span>
    </>
  );
};
