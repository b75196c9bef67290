import { TextField } from '#ui/TextField.tsx';
import { useTextInput } from './textInput.tsx';
import { definePlainView, type KindInputProps } from './view.ts';

const LongTextInput = (props: KindInputProps<'longText'>) => <TextField {...useTextInput(props)} lines={[4, 16]} />;

export const longText = definePlainView('longText', {
  Input: LongTextInput,
  useCell: () => String,
  width: () => 260,
  isWide: () => true,
});
