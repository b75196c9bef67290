import { useT } from '#providers/locale/i18nProvider.ts';
import { Grip } from '#ui/Grip.tsx';
import { useDrag } from '../list/useDrag.ts';

interface HandleProps {
  name: string;
  /** From 0. */
  at: number;
  onMove: (to: number) => void;
  /** The item is let go where it is. */
  onDone?: () => void;
}

/** Takes an item of an ordered list by mouse, finger and the arrow keys. */
export const Handle = ({ name, at, onMove, onDone }: HandleProps) => {
  const t = useT();
  return <Grip aria-label={t('ordering.move', { name })} title={t('ordering.hint')} {...useDrag(at, onMove, onDone)} />;
};
