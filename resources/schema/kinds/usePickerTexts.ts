import { useT } from '#providers/i18nProvider.ts';

/** What MUI's Autocomplete says by itself, in the person's language. */
export const usePickerTexts = () => {
  const t = useT();
  return {
    openText: t('shell.pickerOpen'),
    closeText: t('shell.pickerClose'),
    clearText: t('shell.pickerClear'),
    loadingText: t('shell.loading'),
    noOptionsText: t('shell.nothingFound'),
  };
};
