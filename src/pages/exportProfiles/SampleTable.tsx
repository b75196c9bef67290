import { ExportContent, type NewExportProfile } from '#contract/exportProfiles.ts';
import { useExportSample } from '#providers/jobs/exportProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { MiddleCut } from '#ui/MiddleCut.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { Table } from '#ui/Table.tsx';
import profile from '../profiles/Profile.module.css';
import styles from './ExportProfiles.module.css';

/** The first records as the profile would write them. */
export const SampleTable = ({ content }: { content: NewExportProfile }) => {
  const t = useT();
  const { name: _, ...unnamed } = content;
  const parsed = ExportContent.safeParse(unnamed).data ?? null;
  const { data: rows = [], error, refetch } = useExportSample(parsed);
  const columns = content.columns.map(({ heading }, index) => ({ heading, key: `${index} ${heading}` }));
  return (
    <div className={profile['block']}>
      <h3>{t('exportProfiles.sample')}</h3>
      {error ? (
        <ReadError error={error} onRetry={() => void refetch()} />
      ) : columns.length === 0 ? (
        <p>{t('exportProfiles.sampleNone')}</p>
      ) : (
        <Table region={t('exportProfiles.sample')} className={styles['sample']}>
          <thead>
            <tr>
              {columns.map(({ key, heading }) => (
                <th key={key} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity, and all of them change at once
              <tr key={index}>
                {columns.map(({ key }, at) => (
                  <td key={key}>
                    <MiddleCut text={cells[at] ?? ''} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {parsed && !error && rows.length === 0 && columns.length > 0 && <p>{t('exportProfiles.sampleEmpty')}</p>}
    </div>
  );
};
