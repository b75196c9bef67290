import type { Hit } from '#contract/links.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { useMatrixChanges, useMatrixProducts } from './useMatrix.ts';

interface MoveToEndsProps {
  id: number;
  selectedIds: ReadonlySet<number>;
}

/**
 * Moves the selected products to the start or end of the matrix and keeps their order. Dragging works only within a
 * page.
 */
export const MoveToEnds = ({ id, selectedIds }: MoveToEndsProps) => {
  const t = useT();
  const { move } = useMatrixChanges(id);
  const { data } = useMatrixProducts(id, 1, '');
  const first: Hit | undefined = data?.items.find(item => !selectedIds.has(item.id));
  const moveTo = (before_id: number | null) => move.mutate({ ids: [...selectedIds], before_id });
  return (
    <>
      <Button disabled={!first || move.isPending} onClick={() => moveTo(first?.id ?? null)}>
        {t('matrix.toStart')}
      </Button>
      <Button disabled={move.isPending} onClick={() => moveTo(null)}>
        {t('matrix.toEnd')}
      </Button>
    </>
  );
};
