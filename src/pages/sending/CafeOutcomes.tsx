import type { SendingCafe } from '#contract/sending.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Table } from '#ui/Table.tsx';
import styles from './Sending.module.css';

export const CafeOutcomes = ({ cafes }: { cafes: readonly SendingCafe[] }) => {
  const t = useT();
  const { number } = useFormats();
  return (
    <Table isStacked className={styles['outcomes']} label={t('sending.cafes')}>
      <thead>
        <tr>
          <th scope="col">{t('sending.cafe')}</th>
          <th scope="col">{t('runs.state')}</th>
          <th scope="col" data-numeric>
            {t('sending.counts.sent')}
          </th>
          <th scope="col" data-numeric>
            {t('sending.counts.unchanged')}
          </th>
          <th scope="col" data-numeric>
            {t('sending.counts.failed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {cafes.map(({ id, name, status, files, sent, unchanged, failed, reason }) => (
          <tr key={id} data-status={status}>
            <th scope="row">{name}</th>
            <td data-label={t('runs.state')} data-reason>
              <span>
                {t(`sending.cafeStatus.${status}`)}
                {status === 'failed' && <small>{reason ?? t('sending.notAll')}</small>}
              </span>
            </td>
            <td data-label={t('sending.counts.sent')} data-numeric>
              {t('sending.sentOf', { sent: number(sent), files: number(files) })}
            </td>
            <td data-label={t('sending.counts.unchanged')} data-numeric>
              {number(unchanged)}
            </td>
            <td data-label={t('sending.counts.failed')} data-numeric data-some={failed > 0 || undefined}>
              {number(failed)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
};
