import { useT } from '#providers/locale/i18nProvider.ts';
import { TextField } from '#ui/TextField.tsx';
import { useTextInput } from './textInput.tsx';
import { definePlainView, type KindInputProps } from './view.ts';

const BarcodeInput = (props: KindInputProps<'barcode'>) => {
  const sharedProps = useTextInput(props);
  const t = useT();
  return (
    <TextField
      {...sharedProps}
      helperText={sharedProps.helperText ?? t('shell.barcodeHint')}
      inputMode="numeric"
      maxLength={14}
      autoComplete="off"
    />
  );
};

export const barcode = definePlainView('barcode', {
  Input: BarcodeInput,
  useCell: () => String,
  width: () => 140,
  identifies: true,
});
