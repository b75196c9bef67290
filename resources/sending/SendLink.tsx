import SendIcon from '@mui/icons-material/SendOutlined';
import { useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { pageAddress } from '#contract/pages.ts';
import { ruleOf } from '#contract/routes.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { Button } from '#ui/Button.tsx';

const PAGE = pageAddress('sending');

/** The products to send: those of a matrix, of a filter or of the selection. */
type SendLinkProps = { query: Record<string, string>; variant?: 'text' | 'outlined' };

/** A link to the page that sends product media, hidden from people without the permission. */
export const SendLink = ({ query, variant = 'outlined' }: SendLinkProps) => {
  const t = useT();
  const can = useCan();
  if (!can(ruleOf(PAGE)?.access)) return null;
  return (
    <Button
      variant={variant}
      component={Link}
      to={`${PAGE}?${new URLSearchParams(query).toString()}`}
      startIcon={<SendIcon fontSize="small" />}
    >
      {t('sending.toCafes')}
    </Button>
  );
};

/** Sends the products that match the list's current query. */
export const SendList = () => {
  const { filterValues = {} } = useListContext();
  const isFiltered = Object.keys(filterValues).length > 0;
  return <SendLink variant="text" query={isFiltered ? { filter: JSON.stringify(filterValues) } : {}} />;
};

/** Sends the selected products. */
export const SendSelected = () => <SendLink query={{ selected: '1' }} />;
