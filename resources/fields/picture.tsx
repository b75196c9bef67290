import { useRecordContext } from 'react-admin';
import { Tile } from '#ui/Tile.tsx';
import { type DrawValue, type KindInputProps, plainView } from './view.ts';

/** Shown and not edited here: the record's images have a tab of their own. */
const Picture = ({ name, label }: KindInputProps<'picture'>) => {
  const address: unknown = useRecordContext()?.[name];
  return <Tile name={label} picture={typeof address === 'string' ? address : null} large />;
};

const drawTile: DrawValue = value => <Tile name="" picture={String(value)} />;

export const picture = plainView('picture', {
  Input: Picture,
  useCell: () => drawTile,
  width: () => 56,
  isCounted: true,
});
