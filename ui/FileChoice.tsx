import { type ReactNode, useRef } from 'react';

interface FileChoiceProps {
  /** Accessible name of the visually hidden input. */
  label: string;
  /** MIME types or extensions, as in the `accept` attribute. */
  accept: string;
  isMany?: boolean | undefined;
  name?: string | undefined;
  onChoose: (files: FileList) => void;
  children: (choose: () => void) => ReactNode;
}

/** Opens the native file picker, which includes the camera on phones. */
export const FileChoice = ({ label, accept, isMany, name, onChoose, children }: FileChoiceProps) => {
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => {
    if (files) onChoose(files);
    // Without a reset, choosing the same file again fires no event.
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
