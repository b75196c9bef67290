import { TextField } from '#ui/TextField.tsx';
import { useTextInput } from './textInput.tsx';
import { type KindInputProps, plainView } from './view.ts';

const LongTextInput = (props: KindInputProps<'longText'>) => <TextField {...useTextInput(props)} lines={[4, 16]} />;

export const longText = plainView('longText', {
  Input: LongTextInput,
  useCell: () => String,
  width: () => 260,
  isWide: () => true,
});
