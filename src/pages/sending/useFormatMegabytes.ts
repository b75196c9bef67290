import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';

export const useFormatMegabytes = (): ((bytes: number) => string) => {
  const t = useT();
  const { number } = useFormats();
  return bytes => t('sending.megabytes', { number: number(bytes / 2 ** 20, bytes < 2 ** 20 ? 2 : 1) });
};
