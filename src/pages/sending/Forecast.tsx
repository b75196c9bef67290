import WarningIcon from '@mui/icons-material/WarningAmber';
import { Link } from 'react-router-dom';
import type { SendingForecast } from '#contract/sending.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { useRecordPath } from '#resources/form/editorPaths.ts';
import { Panel } from '#ui/Panel.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { Counts } from '../jobs/Counts.tsx';
import styles from './Sending.module.css';
import { useFormatMegabytes } from './useFormatMegabytes.ts';

interface ForecastProps {
  forecast: SendingForecast | undefined;
  error: Error | null;
  isLoading: boolean;
  onRetry: () => void;
}

export const Forecast = ({ forecast, error, isLoading, onRetry }: ForecastProps) => {
  const t = useT();
  const { number } = useFormats();
  const megabytes = useFormatMegabytes();
  if (error) return <ReadError error={error} onRetry={onRetry} />;
  if (!forecast)
    return (
      <p className={styles['muted']} role="status">
        {t(isLoading ? 'sending.looking' : 'sending.nothingChosen')}
      </p>
    );
  const blockedCafes = forecast.cafes.filter(({ reason }) => reason !== null);
  return (
    <Panel title={t('sending.forecast')} aria-label={t('sending.forecast')} aria-busy={isLoading}>
      <Counts
        counts={[
          [t('sending.products'), forecast.products],
          [t('sending.files'), forecast.files],
          [t('sending.size'), megabytes(forecast.bytes)],
          [t('sending.withoutImages'), forecast.without_images],
        ]}
      />
      {forecast.files === 0 && blockedCafes.length === 0 && <p role="status">{t('sending.nothing')}</p>}
      {blockedCafes.map(({ id, name, reason }) => (
        <p key={id} className={styles['warning']}>
          <WarningIcon fontSize="small" />
          <span>
            <strong>{name}</strong>
            <br />
            {reason}
          </span>
        </p>
      ))}
      {forecast.cafes.length > 1 && (
        <ul className={styles['perCafe']}>
          {forecast.cafes.map(({ id, name, files, bytes, reason }) => (
            <li key={id}>
              <span>{name}</span>
              <span>
                {reason === null
                  ? t('sending.perCafe', { smart_count: files, files: number(files), size: megabytes(bytes) })
                  : t('sending.notThere')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {forecast.without_images > 0 && <WithoutImages forecast={forecast} />}
    </Panel>
  );
};

const WithoutImages = ({ forecast: { without_images, without_images_samples } }: { forecast: SendingForecast }) => {
  const t = useT();
  const { number } = useFormats();
  const getRecordPath = useRecordPath();
  return (
    <details className={styles['bare']}>
      <summary>{t('sending.bare', { smart_count: without_images, number: number(without_images) })}</summary>
      <ul>
        {without_images_samples.map(({ id, name }) => (
          <li key={id}>
            <Link className={styles['link']} to={getRecordPath('nomenclature', id, 'images')}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {without_images > without_images_samples.length && (
        <p>{t('sending.bareFirst', { number: without_images_samples.length })}</p>
      )}
    </details>
  );
};
