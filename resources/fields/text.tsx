import { TextField } from '#ui/TextField.tsx';
import { useTextInput } from './textInput.tsx';
import { definePlainView, type KindInputProps } from './view.ts';

/** Codes must be stored as typed, so autocorrection by browsers and phones is off. */
const verbatimInputProps = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

const TextInput = (props: KindInputProps<'text'>) => (
  <TextField
    {...useTextInput(props)}
    maxLength={props.field.max}
    {...(props.field.format === 'code' && verbatimInputProps)}
  />
);

export const text = definePlainView('text', {
  Input: TextInput,
  useCell: () => String,
  // URLs are longer than other texts.
  width: ({ format }) => (format === 'email' || format === 'url' ? 220 : 130),
});
