import type { Hit } from '#contract/links.ts';
import { useT } from '#providers/i18nProvider.ts';
import { Button } from '../schema/ui/Button.tsx';
import { useMatrixChanges, useMatrixProducts } from './useMatrix.ts';

interface ToEndsProps {
  id: number;
  chosen: ReadonlySet<number>;
}

/** Moves what is chosen, in its order, over all pages: to the beginning of a matrix or to its end. */
export const ToEnds = ({ id, chosen }: ToEndsProps) => {
  const t = useT();
  const { move } = useMatrixChanges(id);
  const { data } = useMatrixProducts(id, 1, '');
  const first: Hit | undefined = data?.items.find(hit => !chosen.has(hit.id));
  const to = (before_id: number | null) => move.mutate({ ids: [...chosen], before_id });
  return (
    <>
      <Button color="inherit" disabled={!first || move.isPending} onClick={() => to(first?.id ?? null)}>
        {t('matrix.toStart')}
      </Button>
      <Button color="inherit" disabled={move.isPending} onClick={() => to(null)}>
        {t('matrix.toEnd')}
      </Button>
    </>
  );
};
