import { useT } from '#providers/locale/i18nProvider.ts';
import { DragGrip } from '#ui/DragGrip.tsx';
import { useDrag } from '../list/useDrag.ts';

interface DragHandleProps {
  name: string;
  index: number;
  onMove: (targetIndex: number) => void;
  onDone?: () => void;
}

export const DragHandle = ({ name, index, onMove, onDone }: DragHandleProps) => {
  const t = useT();
  return (
    <DragGrip
      aria-label={t('ordering.move', { name })}
      title={t('ordering.hint')}
      {...useDrag(index, onMove, onDone)}
    />
  );
};
