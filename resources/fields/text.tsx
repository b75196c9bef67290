import { TextField } from '#ui/TextField.tsx';
import { useTextInput } from './textInput.tsx';
import { type KindInputProps, plainView } from './view.ts';

/** For codes: nothing a browser or a phone would make of it. */
const asWritten = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

const TextInput = (props: KindInputProps<'text'>) => (
  <TextField {...useTextInput(props)} maxLength={props.field.max} {...(props.field.format === 'code' && asWritten)} />
);

export const text = plainView('text', {
  Input: TextInput,
  useCell: () => String,
  // Addresses are longer than other texts.
  width: ({ format }) => (format === 'email' ? 220 : 130),
});
