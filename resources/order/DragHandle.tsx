import { useT } from '#providers/locale/i18nProvider.ts';
import { DragGrip } from '#ui/DragGrip.tsx';
import { useDrag } from '../list/useDrag.ts';

interface DragHandleProps {
  name: string;
  at: number;
  onMove: (to: number) => void;
  onDone?: () => void;
}

export const DragHandle = ({ name, at, onMove, onDone }: DragHandleProps) => {
  const t = useT();
  return (
    <DragGrip aria-label={t('ordering.move', { name })} title={t('ordering.hint')} {...useDrag(at, onMove, onDone)} />
  );
};
