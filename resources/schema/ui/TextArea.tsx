import TextField, { type TextFieldProps } from '@mui/material/TextField';

type TextAreaProps = Omit<TextFieldProps, 'multiline' | 'slotProps'> & {
  /** Lines that are seen at least and at most. */
  lines: readonly [least: number, most: number];
  maxLength?: number | undefined;
  lang?: string | undefined;
};

/**
 * A text of several lines that grows with what is typed: by CSS, since the library's own measures every text by
 * laying out the page anew. Where a browser has no `field-sizing` it is drawn larger by its corner.
 */
export const TextArea = ({ lines: [least, most], maxLength, lang, ...props }: TextAreaProps) => (
  <TextField
    {...props}
    multiline
    slotProps={{
      input: { inputComponent: 'textarea' },
      htmlInput: {
        maxLength,
        lang,
        type: undefined,
        rows: least,
        style: {
          fieldSizing: 'content',
          minHeight: `${least}lh`,
          maxHeight: `${most}lh`,
          resize: 'vertical',
          overflow: 'auto',
        },
      },
    }}
  />
);
