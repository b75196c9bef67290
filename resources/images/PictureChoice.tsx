import type { ReactNode } from 'react';
import { pictureMediaTypes } from '#contract/images.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { FilePicker } from '#ui/FilePicker.tsx';

interface PictureChoiceProps {
  onChoose: (files: File[]) => void;
  isMany?: boolean;
  children: (choose: () => void) => ReactNode;
}

export const PictureChoice = ({ onChoose, isMany, children }: PictureChoiceProps) => (
  <FilePicker
    label={useT()('gallery.choose')}
    accept={Object.values(pictureMediaTypes).join()}
    isMany={isMany}
    onChoose={files => onChoose([...files])}
  >
    {children}
  </FilePicker>
);
