import type { SendingForecast } from '#contract/sending.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Question } from '#ui/Dialog.tsx';
import styles from '../jobs/Runs.module.css';
import { useFormatMegabytes } from './useFormatMegabytes.ts';

/** The maximum number of cafes listed by name, because a chain may have hundreds. */
const MAX_NAMED_CAFES = 10;

interface SendQuestionProps {
  /** Undefined while the files are being counted. The user need not wait for this. */
  forecast: SendingForecast | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation, because files cannot be recalled from the cafes. */
export const SendQuestion = ({ forecast, onConfirm, onClose }: SendQuestionProps) => {
  const t = useT();
  const { number } = useFormats();
  const megabytes = useFormatMegabytes();
  const cafes = forecast?.cafes ?? [];
  const others = cafes.slice(MAX_NAMED_CAFES).filter(({ reason }) => reason === null);
  const formatFiles = (targets: readonly { files: number; bytes: number }[]): string => {
    const files = targets.reduce((sum, cafe) => sum + cafe.files, 0);
    const bytes = targets.reduce((sum, cafe) => sum + cafe.bytes, 0);
    return t('sending.ask.files', { smart_count: files, number: number(files), size: megabytes(bytes) });
  };
  return (
    <Question
      title={t('sending.ask.title')}
      confirm={t('sending.start')}
      onConfirm={onConfirm}
      onClose={onClose}
      className={styles['question']}
    >
      <p>{t('sending.ask.text')}</p>
      {!forecast && <p role="status">{t('sending.looking')}</p>}
      <ul aria-label={t('sending.cafes')}>
        {cafes.slice(0, MAX_NAMED_CAFES).map(({ id, name, files, bytes, reason }) => (
          <li key={id}>
            <span>{name}</span>
            <b>{reason === null ? formatFiles([{ files, bytes }]) : t('sending.notThere')}</b>
          </li>
        ))}
        {others.length > 0 && (
          <li>
            <span>{t('sending.ask.others', { number: number(others.length) })}</span>
            <b>{formatFiles(others)}</b>
          </li>
        )}
      </ul>
    </Question>
  );
};
