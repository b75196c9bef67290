import { type ReactNode, useRef } from 'react';
import { pictureTypes } from '#contract/images.ts';
import { useT } from '#providers/locale/i18nProvider.ts';

interface FileChoiceProps {
  onChoose: (files: File[]) => void;
  isMany?: boolean;
  /** Renders the control that opens the choice. */
  children: (choose: () => void) => ReactNode;
}

/** Opens the device's own file choice; on a phone that is the camera or the gallery. */
export const FileChoice = ({ onChoose, isMany = false, children }: FileChoiceProps) => {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => {
    onChoose([...(files ?? [])]);
    // Without a reset, choosing the same file again fires no event.
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept={Object.values(pictureTypes).join()}
        multiple={isMany}
        tabIndex={-1}
        aria-label={t('gallery.choose')}
        onChange={event => take(event.target.files)}
      />
      {children(() => input.current?.click())}
    </>
  );
};
