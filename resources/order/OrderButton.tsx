import SwapVertIcon from '@mui/icons-material/SwapVert';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import type { ResourceName } from '#contract/records.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { useLabels } from '../engine/useLabels.ts';
import { OutdatedOrderNotice } from './OutdatedOrderNotice.tsx';
import { SortableList } from './SortableList.tsx';
import { useOrder } from './useOrder.ts';

interface OrderButtonProps {
  resource: ResourceName;
  hint: MessageKey;
}

export const OrderButton = ({ resource, hint }: OrderButtonProps) => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button isIconOnPhone startIcon={<SwapVertIcon fontSize="small" />} onClick={() => setOpen(true)}>
        {t('ordering.open')}
      </Button>
      {isOpen && <OrderDialog {...{ resource, hint }} onClose={() => setOpen(false)} />}
    </>
  );
};

const OrderDialog = ({ resource, hint, onClose }: OrderButtonProps & { onClose: () => void }) => {
  const t = useT();
  const { several } = useLabels(resource);
  const {
    data: records,
    error,
    refetch,
  } = useGetList<{ id: number; name: string }>(resource, {
    pagination: { page: 1, perPage: MAX_PER_PAGE },
    sort: { field: 'order', order: 'ASC' },
  });
  const names = new Map(records?.map(({ id, name }) => [id, name]));
  const order = useOrder(resource, [...names.keys()]);
  return (
    <Dialog
      title={t('ordering.title', { name: several })}
      onClose={order.isSaving ? undefined : onClose}
      action={
        <Button
          variant="contained"
          disabled={!order.isMoved}
          loading={order.isSaving}
          onClick={() => void order.save().then(isSaved => isSaved && onClose())}
        >
          {t('ordering.save')}
        </Button>
      }
    >
      <p>{t(hint)}</p>
      {order.isOutdated && <OutdatedOrderNotice />}
      {error && !records && <ReadError error={error} onRetry={() => void refetch()} />}
      <SortableList ids={order.ids} nameOf={id => names.get(id) ?? `№ ${id}`} onOrder={order.move} />
    </Dialog>
  );
};
