import type { Sending } from '#contract/sending.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { useFormatMegabytes } from './useFormatMegabytes.ts';

type SendingPace = Pick<Sending, 'status' | 'bytes' | 'bytes_sent' | 'elapsed'>;

export const useFormatPace = (): ((run: SendingPace) => string) => {
  const t = useT();
  const { number } = useFormats();
  const megabytes = useFormatMegabytes();
  const formatDuration = (ms: number): string => {
    const seconds = Math.max(1, Math.round(ms / 1000));
    if (seconds < 90) return t('sending.seconds', { number: number(seconds) });
    return t('sending.minutes', { number: number(Math.round(seconds / 60)) });
  };
  return ({ status, bytes, bytes_sent, elapsed }) => {
    if (status !== 'processing') return t('sending.took', { time: formatDuration(elapsed) });
    if (bytes_sent === 0 || elapsed === 0) return t('sending.counting');
    const perSecond = (bytes_sent / elapsed) * 1000;
    const msLeft = (Math.max(0, bytes - bytes_sent) / perSecond) * 1000;
    return t('sending.pace', { rate: megabytes(perSecond), time: formatDuration(msLeft) });
  };
};
