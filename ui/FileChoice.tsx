import { type ReactNode, useRef } from 'react';

interface FileChoiceProps {
  /** Of the input itself, which nobody sees. */
  label: string;
  /** Types or endings, as `accept` takes them. */
  accept: string;
  isMany?: boolean | undefined;
  name?: string | undefined;
  onChoose: (files: FileList) => void;
  /** Renders the control that opens the choice. */
  children: (choose: () => void) => ReactNode;
}

/** Opens the device's own choice of files; on a phone that may be the camera. */
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
