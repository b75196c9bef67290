import { useRecordContext } from 'react-admin';
import { Thumbnail } from '#ui/Thumbnail.tsx';
import { definePlainView, type KindInputProps, type RenderValue } from './view.ts';

/** Read-only, because the images tab manages the record's pictures. */
const PictureInput = ({ name, label }: KindInputProps<'picture'>) => {
  const address: unknown = useRecordContext()?.[name];
  return <Thumbnail name={label} picture={typeof address === 'string' ? address : null} large />;
};

const renderThumbnail: RenderValue = value => <Thumbnail name="" picture={String(value)} />;

export const picture = definePlainView('picture', {
  Input: PictureInput,
  useCell: () => renderThumbnail,
  width: () => 56,
  isCounted: true,
});
