import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';

const units = ['kb', 'mb', 'gb', 'tb'] as const;

/** Sizes and durations as people write them. */
export const useMeasures = () => {
  const t = useT();
  const { number } = useFormats();
  return {
    bytes: (bytes: number): string => {
      const power = bytes < 1024 ? 1 : Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
      const value = bytes / 1024 ** power;
      return t(`system.bytes.${units[power - 1] ?? 'kb'}`, { number: number(value, value < 10 ? 1 : 0) });
    },
    duration: (ms: number): string => {
      const seconds = Math.round(ms / 1000);
      const minutes = Math.round(seconds / 60);
      if (seconds < 90) return t('system.runs.seconds', { number: number(seconds) });
      if (minutes < 90) return t('system.runs.minutes', { number: number(minutes) });
      return t('system.runs.hours', { hours: number(Math.floor(minutes / 60)), minutes: minutes % 60 });
    },
  };
};
