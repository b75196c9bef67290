import type { Hit } from '#contract/links.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { useMatrixChanges, useMatrixProducts } from './useMatrix.ts';

interface MoveToEndsProps {
  id: number;
  chosen: ReadonlySet<number>;
}

/**
 * Moves the selected products to the start or end of the matrix in their order, which dragging within a page cannot
 * do.
 */
export const MoveToEnds = ({ id, chosen }: MoveToEndsProps) => {
  const t = useT();
  const { move } = useMatrixChanges(id);
  const { data } = useMatrixProducts(id, 1, '');
  const first: Hit | undefined = data?.items.find(hit => !chosen.has(hit.id));
  const to = (before_id: number | null) => move.mutate({ ids: [...chosen], before_id });
  return (
    <>
      <Button disabled={!first || move.isPending} onClick={() => to(first?.id ?? null)}>
        {t('matrix.toStart')}
      </Button>
      <Button disabled={move.isPending} onClick={() => to(null)}>
        {t('matrix.toEnd')}
      </Button>
    </>
  );
};
