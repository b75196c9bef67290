import { type ReactNode, useRef } from 'react';

interface FilePickerProps {
  label: string;
  accept: string;
  isMany?: boolean | undefined;
  name?: string | undefined;
  onChoose: (files: FileList) => void;
  children: (choose: () => void) => ReactNode;
}

export const FilePicker = ({ label, accept, isMany, name, onChoose, children }: FilePickerProps) => {
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => {
    if (files) onChoose(files);
    // Without this reset, choosing the same file again would fire no event.
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        name={name}
        accept={accept}
        multiple={isMany}
        tabIndex={-1}
        aria-label={label}
        onChange={event => take(event.target.files)}
      />
      {children(() => input.current?.click())}
    </>
  );
};
