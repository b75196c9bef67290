import type { SystemDatabase } from '#contract/system.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Bar, BarChart } from '#ui/BarChart.tsx';
import { FactList } from '#ui/Panel.tsx';
import styles from './System.module.css';
import { useMeasures } from './useMeasures.ts';
import { useSystemTexts } from './useSystemTexts.ts';

export const DatabasePanel = ({ database }: { database: SystemDatabase }) => {
  const t = useT();
  const texts = useSystemTexts();
  const { bytes } = useMeasures();
  const largest = Math.max(1, ...database.tables.map(table => table.bytes));
  return (
    <>
      <FactList facts={texts.database(database)} />
      <h3 className={styles['subtitle']}>{t('system.database.tables')}</h3>
      <div className={styles['tables']}>
        <BarChart>
          {database.tables.map(table => (
            <Bar key={table.name} label={table.name} share={table.bytes / largest} text={bytes(table.bytes)} />
          ))}
        </BarChart>
      </div>
    </>
  );
};
