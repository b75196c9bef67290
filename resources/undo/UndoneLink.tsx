import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import { HOME_PATH } from '#contract/addresses.ts';
import type { Batch } from '#contract/batches.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { useFormats } from '../engine/format.ts';
import { toLocalDay } from '../list/days.ts';

interface UndoneLinkProps {
  undone: NonNullable<Batch['undone']>;
  ref?: Ref<HTMLAnchorElement>;
}

/** Says when a batch was undone, and leads to that in the history. */
export const UndoneLink = ({ undone, ref }: UndoneLinkProps) => {
  const t = useT();
  const { moment } = useFormats();
  const day = toLocalDay(undone.at);
  const address = `${HOME_PATH}/history?kind=undo&since=${day}&until=${day}&batch=${undone.id}`;
  return (
    <Button ref={ref} startIcon={<HistoryIcon />} component={Link} to={address}>
      {t('undo.undone', { when: moment(undone.at) })}
    </Button>
  );
};
